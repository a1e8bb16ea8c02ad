// A push service for tests, and the browsers that subscribe to it: https on loopback with a certificate of its own, real encryption.
// It checks what a push service checks (VAPID), and decrypts what only the browser could (RFC 8291).

import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import tls from 'node:tls';
import { z } from 'zod';
import { selfSigned } from './certificate.ts';
import { waitUntil } from './wait-until.ts';

export type Received = {
  /** Of the browser. */
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
};

export type PushReceiver = {
  /** As in PUSH_INTERNAL_HOSTS. */
  host: string;
  /** For NODE_EXTRA_CA_CERTS of other processes; this one trusts it. */
  cert: string;
  received: Received[];
  /** The status for requests of a browser; 201 unless set. */
  answers: Map<string, number>;
  /** A browser that has just subscribed. */
  subscribe(): PushBrowser;
  close(): Promise<void>;
};

const shown = z.strictObject({
  title: z.string(),
  body: z.string(),
  url: z.string(),
  lang: z.string(),
  tag: z.string().nullable(),
});

export type PushBrowser = {
  path: string;
  /** The input of `POST /account/push/devices`. */
  subscription: { endpoint: string; p256dh: string; auth: string };
  /** What the service worker is given, of every request so far. */
  notifications(): z.output<typeof shown>[];
  /** Waits until there are that many. */
  until(count: number): Promise<z.output<typeof shown>[]>;
};

export async function startPushReceiver(): Promise<PushReceiver> {
  const { key, cert } = selfSigned('localhost');
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, cert]);
  const received: Received[] = [];
  const answers = new Map<string, number>();
  const server = createServer({ key, cert }, (request, response) => {
    void (async () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: await buffer(request) });
      const status = answers.get(path) ?? 201;
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('an answer that nobody reads');
    })().catch(() => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address: AddressInfo | string | null = server.address();
  const host = `localhost:${address === null || typeof address === 'string' ? 0 : address.port}`;
  return {
    host,
    cert,
    received,
    answers,
    subscribe: () => openBrowser(host, received),
    close: async () => {
      tls.setDefaultCACertificates(before);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Of a browser that nobody sends anything to. */
export const aSubscription = (endpoint = `https://push.example.com/${randomBytes(16).toString('hex')}`) => {
  const keys = newKeys();
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth.toString('base64url') };
};

function newKeys() {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys().toString('base64url');
  return { ecdh, p256dh, auth: randomBytes(16) };
}

function openBrowser(host: string, received: readonly Received[]): PushBrowser {
  const { ecdh, p256dh, auth } = newKeys();
  const path = `/push/${randomBytes(16).toString('hex')}`;
  const notifications = () =>
    received
      .filter((one) => one.path === path)
      .map(({ body }) => shown.parse(JSON.parse(decrypt(body, { ecdh, auth }))));
  return {
    path,
    subscription: { endpoint: `https://${host}${path}`, p256dh, auth: auth.toString('base64url') },
    notifications,
    until: (count) =>
      waitUntil(() => (notifications().length >= count ? notifications() : undefined), {
        timeout: 30_000,
        interval: 20,
      }),
  };
}

type Secrets = { ecdh: ReturnType<typeof createECDH>; auth: Buffer };

/** RFC 8188 (one record) with the keys of RFC 8291. */
function decrypt(body: Buffer, { ecdh, auth }: Secrets): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (body.readUInt32BE(16) < record.length) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32);
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('not the last record');
  return padded.subarray(0, end).toString('utf8');
}

const claims = z.strictObject({ aud: z.string(), exp: z.number(), iat: z.number().optional(), sub: z.string() });

/** The claims of the sender, and its public key, if its signature is right (RFC 8292). */
export function verifySender({ headers }: Pick<Received, 'headers'>) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(String(headers.authorization)) ?? [];
  const [head = '', payload = '', signature = ''] = token.split('.');
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKeyOf(publicKey), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('the signature is wrong');
  return { publicKey, claims: claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))) };
}

function publicKeyOf(point: string): KeyObject {
  const bytes = Buffer.from(point, 'base64url');
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'));
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
}
