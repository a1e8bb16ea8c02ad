// A software authenticator: creates passkeys and signs challenges like a device. Tests can make it misbehave.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Actor, Input } from './app.ts';
import { testPassword } from './app.ts';

type Creation = Input<'POST /account/passkeys'>['credential'];
type Assertion = Input<'POST /sign-in/passkey'>['credential'];

/** What a test may change in a valid response. */
export type Tampering = { origin?: string; rpId?: string; flags?: number; counter?: number; userHandle?: string };

/** Flags: user present (UP), and user verified by biometrics or PIN (UV). */
export const authenticatorFlags = { present: 0x01, recognised: 0x05 } as const;
const hasKey = 0x40;

export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly origin: string;
  counter = 0;
  userHandle = '';
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(origin: string) {
    this.origin = origin;
  }

  /** The response to `POST /account/passkeys/options`. */
  create(options: { challenge: string; user: { id: string } }, change: Tampering = {}): Creation {
    this.userHandle = options.user.id;
    const authData = Buffer.concat([
      this.#authData((change.flags ?? authenticatorFlags.recognised) | hasKey, change),
      Buffer.alloc(16),
      Buffer.from([0, 16]),
      Buffer.from(this.id, 'base64url'),
      coseKey(this.#keys.publicKey),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(authData.length);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      Buffer.from([0x59]),
      length,
      authData,
    ]);
    const response = {
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, change).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    };
    return { id: this.id, rawId: this.id, type: 'public-key', response };
  }

  /** The response to `POST /sign-in/passkey/options`. */
  sign({ challenge }: { challenge: string }, change: Tampering = {}): Assertion {
    this.counter += 1;
    const authData = this.#authData(change.flags ?? authenticatorFlags.recognised, change);
    const clientData = this.#clientData('webauthn.get', challenge, change);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: change.userHandle ?? this.userHandle,
    };
    return { id: this.id, rawId: this.id, type: 'public-key', response };
  }

  #authData(flags: number, { rpId = new URL(this.origin).hostname, counter = this.counter }: Tampering): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count]);
  }

  #clientData(type: string, challenge: string, { origin = this.origin }: Tampering): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}

/** Adds a passkey through the API, with the password and, if needed, a code. */
export async function addTestPasskey(
  actor: Actor,
  origin: string,
  code?: string,
): Promise<{ authenticator: Authenticator; passkeyId: string }> {
  const authenticator = new Authenticator(origin);
  const confirmation = { currentPassword: testPassword, ...(code === undefined ? {} : { code }) };
  const options = await actor.ok('POST /account/passkeys/options', confirmation);
  const credential = authenticator.create(options);
  const { id: passkeyId } = await actor.ok('POST /account/passkeys', { credential, device: 'Firefox, Linux' });
  return { authenticator, passkeyId };
}

const text = (word: string): Buffer => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);

/** An ES256 key in COSE format: a map of 1 (EC2), 3 (algorithm), -1 (curve), -2 (x) and -3 (y). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (part: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(part, 'base64url')]);
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([head, Buffer.from([0x21]), bytes(x), Buffer.from([0x22]), bytes(y)]);
}
