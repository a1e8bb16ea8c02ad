// A small S3 store over real HTTP, in memory. It computes the signature of every request (AWS Signature Version 4) without our
// signing code, and refuses requests whose signature differs, like the real ones.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export type FakeS3 = {
  /** The URL of the bucket, with a folder. */
  url: string;
  keyId: string;
  secret: string;
  region: string;
  objects: Map<string, { content: Buffer; writtenAt: Date }>;
  /** While set, requests are answered with this status. */
  failWith: number | null;
  /** Called with the address of each request that is answered with it. */
  onFailure: ((address: string) => void) | null;
  /** Asked before an object is stored: a status refuses it, a promise that never resolves does not answer. */
  beforePut: ((key: string) => number | null | Promise<number | null>) | null;
  /** Reading objects whose key matches is answered with 500. */
  failReadsOf: RegExp | null;
  /** Of a listing: two by default, so that it needs several requests. */
  pageSize: number;
  /** The delay between the beginning and the rest of an object. */
  pauseMs: number;
  /** While set: after this many bytes of an object, sending stops or the connection is closed. */
  breakOff: { after: number; by: 'silence' | 'end' } | null;
  /** Interrupted responses whose client is still waiting. */
  waiting: number;
  close(): Promise<void>;
};

const bucket = 'daybook-bucket';

export async function startFakeS3(): Promise<FakeS3> {
  const server = createServer((request, response) => void respond(s3, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const s3: FakeS3 = {
    url: `http://127.0.0.1:${port}/${bucket}/receipts`,
    keyId: 'AKIDEXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'eu-central-1',
    objects: new Map(),
    failWith: null,
    onFailure: null,
    beforePut: null,
    failReadsOf: null,
    pageSize: 2,
    pauseMs: 0,
    breakOff: null,
    waiting: 0,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
  return s3;
}

async function respond(s3: FakeS3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const content = await buffer(request);
  const url = new URL(request.url ?? '', 'http://store');
  const refuse = (status: number, code: string) =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
  if (s3.failWith !== null) {
    s3.onFailure?.(request.url ?? '');
    return void refuse(s3.failWith, 'InternalError');
  }
  const invalid = signatureError(s3, request, url, content);
  if (invalid !== null) return void refuse(403, invalid);
  const [, name, ...rest] = url.pathname.split('/');
  const key = rest.join('/');
  if (name !== bucket) return void refuse(404, 'NoSuchBucket');
  if (request.method === 'PUT') {
    const status = await s3.beforePut?.(key);
    if (typeof status === 'number') return void refuse(status, 'InternalError');
    s3.objects.set(key, { content, writtenAt: new Date() });
    return void response.writeHead(200).end();
  }
  if (request.method === 'DELETE') {
    s3.objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (key === '') return void response.writeHead(200, { 'content-type': 'application/xml' }).end(listing(s3, url));
  const found = s3.objects.get(key);
  if (!found) return void refuse(404, 'NoSuchKey');
  if (s3.failReadsOf?.test(key)) return void refuse(500, 'InternalError');
  if (s3.breakOff !== null) {
    const { after, by } = s3.breakOff;
    const head = { 'content-type': 'binary/octet-stream', 'content-length': found.content.length };
    s3.waiting += 1;
    response.once('close', () => {
      s3.waiting -= 1;
    });
    response.writeHead(200, head).write(found.content.subarray(0, after), () => by === 'end' && response.destroy());
    return;
  }
  response.writeHead(200, { 'content-type': 'binary/octet-stream' }).write(found.content.subarray(0, 1));
  await sleep(s3.pauseMs);
  response.end(found.content.subarray(1));
}

/** What is wrong with the request or its signature, or null. */
function signatureError(s3: FakeS3, request: IncomingMessage, url: URL, content: Buffer): string | null {
  const parsed = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  const [, credential = '', signedHeaders = '', signature = ''] = parsed ?? [];
  const [keyId, day = '', region, service, end] = credential.split('/');
  const at = String(request.headers['x-amz-date']);
  const isOurs = keyId === s3.keyId && region === s3.region && service === 's3' && end === 'aws4_request';
  if (!parsed || !isOurs || !at.startsWith(day)) return 'InvalidAccessKeyId';
  const contentHash = String(request.headers['x-amz-content-sha256']);
  const isUnsigned = contentHash === 'UNSIGNED-PAYLOAD' && request.method !== 'PUT';
  if (!isUnsigned && contentHash !== sha256(content)) return 'XAmzContentSHA256Mismatch';
  const headers = signedHeaders.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => headers.includes(name))) return 'AccessDenied';
  const canonical = [
    request.method,
    url.pathname.split('/').map(encoded).join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...headers.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    contentHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = [day, s3.region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    Buffer.from(`AWS4${s3.secret}`),
  );
  const expected = createHmac('sha256', key).update(toSign).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

const encoded = (part: string): string =>
  encodeURIComponent(decodeURIComponent(part)).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The token contains characters that XML must escape. */
function listing(s3: FakeS3, url: URL): string {
  const prefix = url.searchParams.get('prefix') ?? '';
  const delimiter = url.searchParams.get('delimiter');
  const from = Number(url.searchParams.get('continuation-token')?.split('&')[1] ?? 0);
  const keys = [...s3.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const folderOf = (key: string) => `${prefix}${key.slice(prefix.length).split('/')[0]}/`;
  const all = delimiter ? [...new Set(keys.map(folderOf))] : keys;
  const page = all.slice(from, from + s3.pageSize);
  const entries = page.map((one) =>
    delimiter
      ? `<CommonPrefixes><Prefix>${one}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${one}</Key><LastModified>${s3.objects.get(one)?.writtenAt.toISOString()}</LastModified></Contents>`,
  );
  const more = from + s3.pageSize < all.length;
  const token = more ? `<NextContinuationToken>a&amp;${from + s3.pageSize}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><Prefix>${prefix}</Prefix>${entries.join('')}<IsTruncated>${more}</IsTruncated>${token}</ListBucketResult>`;
}
