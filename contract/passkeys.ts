// Passkeys: signing in with a key that a device stores and unlocks by finger, face or PIN, which is both factors at once.
// The shapes are the JSON of WebAuthn; the server's library verifies their content.

import { z } from 'zod';
import { maxPasskeyNameLength, maxPasskeys, passkeyAlgorithms } from '#domain/passkeys.ts';
import { passkeyName } from './credentials.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, noContent, password, requiredText } from './fields.ts';
import { session } from './identity.ts';
import { reauthenticationFields, reauthenticationReasons } from './second-factor.ts';

const base64url = z.string().regex(/^[\w-]+$/);

const credential = { id: base64url.max(1400), rawId: base64url.max(1400), type: z.literal('public-key') };

const creation = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url.max(4_000), attestationObject: base64url.max(20_000) }),
});

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url.max(4_000),
    authenticatorData: base64url.max(4_000),
    signature: base64url.max(4_000),
    userHandle: base64url.max(200),
  }),
});

const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })).max(passkeyAlgorithms.length),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })).max(maxPasskeys),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

const name = requiredText(maxPasskeyNameLength).describe('Name given by the owner');

export const passkey = z
  .object({ id, name: passkeyName, createdAt: instant, lastUsedAt: instant.nullable() })
  .meta({ id: 'Passkey' });

export const passkeyEndpoints = {
  beginPasskeySignIn: endpoint({
    method: 'POST',
    path: '/sign-in/passkey/options',
    can: 'anyone',
    idempotencyScope: 'browser',
    rateLimit: 'challenge',
    summary: 'A challenge for signing in by any passkey; not bound to an account',
    input: z.strictObject({}),
    output: requestOptions,
  }),
  signInByPasskey: endpoint({
    method: 'POST',
    path: '/sign-in/passkey',
    can: 'anyone',
    idempotencyScope: 'browser',
    rateLimit: 'secret',
    summary: 'Sign in by a passkey, which is both factors',
    input: z.strictObject({ credential: assertion }),
    output: session,
    refuses: ['passkey.unknown', 'passkey.not-verified'],
  }),
  listPasskeys: endpoint({
    method: 'GET',
    path: '/account/passkeys',
    can: 'verified',
    summary: 'Own passkeys, oldest first',
    input: z.strictObject({}),
    output: z.object({ passkeys: z.array(passkey).max(maxPasskeys) }),
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/account/passkeys/options',
    can: 'verified',
    rateLimit: 'confirm',
    summary: 'A challenge for a new passkey; needs the password and, with a second factor, a code',
    input: z.strictObject(reauthenticationFields),
    output: creationOptions,
    refuses: [...reauthenticationReasons, 'passkey.too-many'],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/account/passkeys',
    can: 'verified',
    rateLimit: 'confirm',
    summary: 'Store a passkey that the browser has created for the challenge',
    input: z.strictObject({
      credential: creation,
      device: name
        .optional()
        .describe('Name of the passkey if its authenticator is unknown; absent if the browser is unknown too'),
    }),
    output: passkey,
    refuses: ['passkey.not-verified', 'passkey.already', 'passkey.too-many'],
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: '/account/passkeys/{passkeyId}',
    can: 'verified',
    summary: 'Rename a passkey',
    input: z.strictObject({ passkeyId: id, name }),
    output: passkey,
    refuses: ['passkey.missing'],
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/account/passkeys/{passkeyId}/remove',
    can: 'verified',
    rateLimit: 'confirm',
    summary: 'Remove a passkey, by the password',
    input: z.strictObject({ passkeyId: id, currentPassword: password }),
    output: noContent,
    refuses: ['passkey.missing', 'password.wrong'],
  }),
};
