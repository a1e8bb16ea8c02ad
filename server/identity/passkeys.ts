// The passkeys of an account. Adding one requires the password, and a code if a second factor is on, because a passkey gives access
// by itself. The library verifies the authenticator's signature; the account comes from the session, never from the response.

import { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { z } from 'zod';
import type { passkey, passkeyEndpoints } from '#contract/passkeys.ts';
import {
  authenticatorName,
  challengeLifetimeMinutes,
  maxPasskeyNameLength,
  maxPasskeys,
  passkeyAlgorithms,
  passkeyNameOf,
  unnamedPasskey,
} from '#domain/passkeys.ts';
import { newId } from '../db/ids.ts';
import type { Db, PersonContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureFound, refused } from '../request/refused.ts';
import { mailSecurityNotice } from './mails.ts';
import { consumeChallenge, issueChallenge, relyingParty } from './passkey-challenges.ts';
import { confirmPassword, findById } from './people.ts';
import { confirmOwner } from './second-factor.ts';

type Names = 'listPasskeys' | 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey';
type Inputs = { [Name in Names]: z.output<(typeof passkeyEndpoints)[Name]['input']> };

export const passkeyListHandlers: Pick<Handlers<typeof passkeyEndpoints>, Names> = {
  async listPasskeys({ db, person }) {
    const rows = await selectPasskeys(db).where('userId', '=', person.id).orderBy('createdAt').orderBy('id').execute();
    return { passkeys: rows.map(toPasskey) };
  },

  async beginPasskey(ctx, { currentPassword, code }) {
    const person = await confirmOwner(ctx, { currentPassword, code });
    const known = await ctx.db.selectFrom('passkeys').select('credentialId').where('userId', '=', person.id).execute();
    if (known.length >= maxPasskeys) throw refused('passkey.too-many', { params: { maximum: maxPasskeys } });
    return {
      rp: { id: relyingParty(ctx.config), name: 'Daybook' },
      user: { id: userHandleOf(person.id), name: person.email, displayName: person.name },
      challenge: await issueChallenge(ctx, 'add'),
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: challengeLifetimeMinutes * 60_000,
      excludeCredentials: known.map(({ credentialId: id }) => ({ id, type: 'public-key' as const })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    };
  },

  async addPasskey(ctx, { credential, device }) {
    const verified = await verifiedPasskey(ctx, credential);
    await lockPasskeys(ctx);
    const { count } = await ctx.db
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', ctx.person.id)
      .executeTakeFirstOrThrow();
    if (count >= maxPasskeys) throw refused('passkey.too-many', { params: { maximum: maxPasskeys } });
    const { id: credentialId, publicKey, counter } = verified.credential;
    const name = (authenticatorName(verified.aaguid) ?? device ?? unnamedPasskey).slice(0, maxPasskeyNameLength);
    const added = await ctx.db
      .insertInto('passkeys')
      .values({ id: newId(), userId: ctx.person.id, credentialId, publicKey: Buffer.from(publicKey), counter, name })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .returning(passkeyColumns)
      .executeTakeFirst();
    const person = ensureFound(await findById(ctx.db, ctx.person.id), 'session.missing');
    await mailSecurityNotice(ctx, person, 'passkey-added');
    return toPasskey(ensureFound(added, 'passkey.already'));
  },

  async renamePasskey({ db, person }, { passkeyId, name }) {
    const renamed = await db
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', passkeyId)
      .where('userId', '=', person.id)
      .returning(passkeyColumns)
      .executeTakeFirst();
    return toPasskey(ensureFound(renamed, 'passkey.missing'));
  },

  async removePasskey(ctx, { passkeyId, currentPassword }) {
    const person = await confirmPassword(ctx, currentPassword);
    const removed = await ctx.db
      .deleteFrom('passkeys')
      .where('id', '=', passkeyId)
      .where('userId', '=', person.id)
      .returning('id')
      .executeTakeFirst();
    ensureFound(removed, 'passkey.missing');
    await mailSecurityNotice(ctx, person, 'passkey-removed');
    return null;
  },
};

/** The user handle that authenticators store: neither name nor address. */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

async function verifiedPasskey(ctx: PersonContext, credential: Inputs['addPasskey']['credential']) {
  const expectedChallenge = await consumeChallenge(ctx, 'add', credential.response.clientDataJSON);
  const verification = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: ctx.config.baseUrl,
    expectedRPID: relyingParty(ctx.config),
    requireUserVerification: true,
    supportedAlgorithmIDs: [...passkeyAlgorithms],
  }).catch(() => null);
  return ensureFound(verification?.registrationInfo, 'passkey.not-verified');
}

/** Serialises concurrent additions, so that the maximum holds. */
async function lockPasskeys({ db, person }: PersonContext): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute();
}

const passkeyColumns = ['id', 'name', 'createdAt', 'lastUsedAt'] as const;

const selectPasskeys = (db: Db) => db.selectFrom('passkeys').select(passkeyColumns);

type Row = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

const toPasskey = ({ id, name, createdAt, lastUsedAt }: Row): z.input<typeof passkey> => ({
  id,
  name: passkeyNameOf(name),
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
