// Account settings: preferences, name, password, email address, sessions. Always of the caller: the person comes from the
// session and never from a field of the request.

import { sql } from 'kysely';
import type { accountEndpoints } from '#contract/account.ts';
import { maxSessions } from '#domain/sessions.ts';
import { mailLink, mailPasswordChanged } from '../identity/mails.ts';
import { companyNames, ensureGoodPassword } from '../identity/password-policy.ts';
import { confirmPassword, findByEmail, setPassword, updatePerson } from '../identity/people.ts';
import { sessionResponse, settingsOf } from '../identity/session-response.ts';
import { endSessionById, startSession } from '../identity/sessions.ts';
import type { Handlers } from '../request/pipeline.ts';
import { refused } from '../request/refused.ts';

export const accountHandlers: Omit<Handlers<typeof accountEndpoints>, 'getClosing' | 'closeAccount'> = {
  async getSettings(ctx) {
    return settingsOf(ctx.person.settings);
  },

  async updateSettings(ctx, changes) {
    const { settings } = await ctx.db
      .updateTable('users')
      .set({ settings: sql<string>`settings || ${JSON.stringify(changes)}::jsonb`, updatedAt: sql<Date>`now()` })
      .where('id', '=', ctx.person.id)
      .returning('settings')
      .executeTakeFirstOrThrow();
    return settingsOf(settings);
  },

  async updateAccount(ctx, { name }) {
    await updatePerson(ctx.db, ctx.person.id, { name });
    return sessionResponse(ctx, ctx.person.id);
  },

  async changePassword(ctx, { currentPassword, password }) {
    const person = await confirmPassword(ctx, currentPassword);
    const companies = await companyNames(ctx, person.id);
    ensureGoodPassword(ctx, password, { ...person, companies });
    await setPassword(ctx, person.id, await ctx.hashing.hash(password));
    await startSession(ctx, person.id);
    await mailPasswordChanged(ctx, person);
    return null;
  },

  async requestEmailChange(ctx, { email, currentPassword }) {
    const person = await confirmPassword(ctx, currentPassword);
    const holder = await findByEmail(ctx.db, email);
    // An account that was never verified does not prove that the address is somebody else's.
    const verified = holder?.emailVerified ? holder : undefined;
    await mailLink(ctx, { purpose: 'verifyAndChangeEmail', email, recipient: person, holder: verified });
    return null;
  },

  async listSessions(ctx) {
    const rows = await ctx.db
      .selectFrom('sessions')
      .select(['id', 'createdAt', 'expiresAt', 'userAgent'])
      .where('userId', '=', ctx.person.id)
      .where('expiresAt', '>', sql<Date>`now()`)
      .orderBy('createdAt', 'desc')
      .limit(maxSessions)
      .execute();
    return {
      sessions: rows.map(({ id, createdAt, expiresAt, userAgent }) => ({
        id,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        userAgent: userAgent ?? '',
        isCurrent: id === ctx.person.sessionId,
      })),
    };
  },

  async endSession(ctx, { sessionId }) {
    if (!(await endSessionById(ctx, sessionId))) throw refused('route.unknown');
    if (sessionId === ctx.person.sessionId) ctx.setSession(null);
    return null;
  },
};
