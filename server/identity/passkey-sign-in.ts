// Signs in with a passkey: a possession unlocked by biometrics or a PIN, so no second factor is requested. The passkey identifies
// the account. If its signature counter is used at all it must increase; otherwise the passkey was copied.

import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { passkeyEndpoints } from '#contract/passkeys.ts';
import { challengeLifetimeMinutes } from '#domain/passkeys.ts';
import type { AnyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureFound, refused } from '../request/refused.ts';
import { consumeChallenge, issueChallenge, relyingParty } from './passkey-challenges.ts';
import { userHandleOf } from './passkeys.ts';
import { endPendingSignIn } from './second-step.ts';
import { sessionResponse } from './session-response.ts';
import { signInPerson } from './sessions.ts';

type Names = 'beginPasskeySignIn' | 'signInByPasskey';
type Assertion = z.output<(typeof passkeyEndpoints)['signInByPasskey']['input']>['credential'];

export const passkeySignInHandlers: Pick<Handlers<typeof passkeyEndpoints>, Names> = {
  async beginPasskeySignIn(ctx) {
    return {
      rpId: relyingParty(ctx.config),
      challenge: await issueChallenge(ctx, 'sign-in'),
      timeout: challengeLifetimeMinutes * 60_000,
      userVerification: 'required',
    };
  },

  async signInByPasskey(ctx, { credential }) {
    const expectedChallenge = await consumeChallenge(ctx, 'sign-in', credential.response.clientDataJSON);
    const passkey = await getPasskey(ctx, credential);
    const newCounter = await verifiedCounter(ctx, { credential, passkey, expectedChallenge });
    await ctx.db
      .updateTable('passkeys')
      .set({ counter: newCounter, lastUsedAt: sql<Date>`now()` })
      .where('id', '=', passkey.id)
      .execute();
    await endPendingSignIn(ctx);
    await signInPerson(ctx, passkey.userId, 'passkey');
    return sessionResponse(ctx, passkey.userId);
  },
};

type Passkey = Awaited<ReturnType<typeof getPasskey>>;

/** Locked, so that concurrent uses compare the counter one after the other. */
async function getPasskey({ db }: AnyContext, { id }: Assertion) {
  const passkey = await db
    .selectFrom('passkeys')
    .select(['id', 'userId', 'credentialId', 'publicKey', 'counter'])
    .where('credentialId', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return ensureFound(passkey, 'passkey.unknown');
}

type Proof = { credential: Assertion; passkey: Passkey; expectedChallenge: string };

async function verifiedCounter({ config }: AnyContext, { credential, passkey, expectedChallenge }: Proof) {
  const { credentialId: id, publicKey, counter, userId } = passkey;
  const isOwner = credential.response.userHandle === userHandleOf(userId);
  const verification = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: config.baseUrl,
    expectedRPID: relyingParty(config),
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verification?.verified || !isOwner) throw refused('passkey.not-verified');
  return verification.authenticationInfo.newCounter;
}
