// The start page of the demo, mounted only when DAYBOOK_DEMO=1 (never in production): /demo lists the people of
// seed/demo-company.ts, and one click signs in as any of them. A plain page without scripts; each button is a form.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { id } from '#contract/fields.ts';
import { demoPeople } from '#seed/demo-people.ts';
import type { Config } from './config/config.ts';
import type { OpenDatabase } from './db/connect.ts';
import { demoDocument, demoPolicy, type PersonOfDemo } from './demo-page.ts';
import { callerOf, localeOf } from './http/incoming-request.ts';
import { cookiesOf, sessionToken } from './identity/cookie.ts';
import { signInPerson } from './identity/sessions.ts';
import { openReceipts } from './ports/receipts/open.ts';
import { type AccessRule, parseInput, withAuthorisation } from './request/authorise.ts';
import type { ApiRequest, Cookies } from './request/call.ts';
import type { DatabaseHandle } from './request/context.ts';
import type { Pipeline } from './request/pipeline.ts';
import { ensureFound } from './request/refused.ts';
import { StartRefusal } from './start-refusal.ts';

const rule: AccessRule = { method: 'POST', can: 'anyone', onFreePlan: true, forTokens: false };
const form = { input: z.strictObject({ userId: id }), refuses: [] };

const demoEmails = demoPeople.map(({ email }) => email);

/** The sample company is imported only here, so that ordinary starts do not load it. */
export async function fillDemo(config: Config, database: OpenDatabase): Promise<void> {
  await ensureOnlyDemo(database.app);
  const { seedDemo } = await import('#seed/demo-company.ts');
  await seedDemo({ database, receipts: await openReceipts(config), now: new Date(), locale: config.demoLanguage });
}

/** Accounts created before those of the demo belong to real people: then the demo must not start, as anyone could sign in as them. */
async function ensureOnlyDemo(database: DatabaseHandle): Promise<void> {
  const people = await database
    .selectFrom('users')
    .where('email', 'in', demoEmails)
    .select('id')
    .orderBy('id')
    .execute();
  // Some of them may have closed their account.
  const isDemo = people.length > demoEmails.length / 2;
  const others = await database
    .selectFrom('users')
    .where((eb) => eb.or([eb('email', 'is', null), eb('email', 'not in', demoEmails)]))
    .$if(isDemo, (query) => query.where('email', 'is not', null).where('id', '<', people[0]?.id ?? ''))
    .select('id')
    .limit(1)
    .execute();
  if (others.length > 0 || (people.length > 0 && !isDemo))
    throw new StartRefusal(
      'DAYBOOK_DEMO must be 0: this database has people of its own, and the demo lets anyone sign in.',
      'Give the demo an empty DATA_DIR or database, or use npm run demo.',
    );
}

export async function mountDemo(app: FastifyInstance, pipeline: Pipeline): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    });
    scope.get('/demo', { exposeHeadRoute: false }, async (request, reply) =>
      sendPage(reply, demoDocument(await people(pipeline.database), localeOf(request))),
    );
    scope.post<{ Body: Record<string, unknown> }>('/demo/sign-in', async (request, reply) => {
      const caller = { ...callerOf(request, pipeline.config), rest: request.body ?? {} };
      const cookies = await signInAs(caller, pipeline);
      return reply.header('set-cookie', cookiesOf(cookies, pipeline.config)).redirect('/', 303);
    });
    // Visitors without a session are sent to the list of people.
    scope.get('/', { exposeHeadRoute: false }, async (request, reply) =>
      sessionToken(request.headers.cookie, pipeline.config)
        ? reply.header('cache-control', 'no-cache').sendFile('index.html')
        : reply.redirect('/demo', 302),
    );
  });
}

/** Returns the cookies of the new session. */
async function signInAs(request: ApiRequest, pipeline: Pipeline): Promise<Cookies> {
  const cookies: Cookies = { session: undefined };
  await withAuthorisation(pipeline, { rule, request }, async (ctx) => {
    const { userId } = parseInput(form, request, pipeline.config);
    const known = await ctx.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('email', 'in', demoEmails)
      .executeTakeFirst();
    const setSession: typeof ctx.setSession = (session) => {
      cookies.session = session;
    };
    const setBrowser: typeof ctx.setBrowser = (token) => {
      cookies.browser = token;
    };
    await signInPerson({ ...ctx, setSession, setBrowser }, ensureFound(known, 'member.missing').id, 'demo');
  });
  return cookies;
}

async function people(database: DatabaseHandle): Promise<PersonOfDemo[]> {
  const rows = await database.selectFrom('users').select(['id', 'email']).where('email', 'in', demoEmails).execute();
  const ids = new Map(rows.map((row) => [row.email, row.id]));
  return demoPeople.flatMap(({ name, email, role, about }) => {
    const userId = ids.get(email);
    return userId ? [{ id: userId, name, role, about }] : [];
  });
}

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': demoPolicy,
      'cache-control': 'no-store',
    })
    .send(page);
