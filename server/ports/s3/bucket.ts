// Objects of an S3-compatible bucket, path-style: <bucket address>/<folder of the address>/<name>. Each request is signed and has a
// timeout, longer for a large upload; the signature of an upload includes its checksum, so that the store refuses content that was changed in transit.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '../../config/providers.ts';
import { traced, traceparent } from '../../tracing/spans.ts';

export type StoredObject = { name: string; writtenAt: Date };

export type Bucket = {
  write(name: string, content: Buffer): Promise<void>;
  /** Null if it does not exist. */
  read(name: string): Promise<Readable | null>;
  exists(name: string): Promise<boolean>;
  /** Does nothing if it does not exist. */
  remove(name: string): Promise<void>;
  /** Names that begin with this. */
  list(prefix: string): Promise<StoredObject[]>;
  /** Names of the folders at the top, without a slash. */
  folders(): Promise<string[]>;
};

/** An upload has a second more for each `bytesPerSecond` of it. */
export type BucketLimits = { answerMs: number; bytesPerSecond?: number };

export function openBucket({ url, region, keyId, secret }: S3Config, limits: BucketLimits): Bucket {
  const aws = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3' });
  const { address, prefix: folder } = placeOf(url);
  const { answerMs, bytesPerSecond = Number.POSITIVE_INFINITY } = limits;
  const send = (target: string, init: RequestInit = {}, timeoutMs = answerMs): Promise<Answer> =>
    within(timeoutMs, async (signal) => {
      const response = await request(aws, target, init, signal);
      return { ok: response.ok, status: response.status, text: await response.text() };
    });
  const addressOf = (name: string): string => `${address}/${folder}${name}`;
  const list = (query: Record<string, string>) => listPages((search) => send(`${address}?${search}`), query);
  return {
    write: async (name, content) => {
      const timeoutMs = answerMs + (content.length / bytesPerSecond) * 1_000;
      ensureDone(await send(addressOf(name), uploadOf(content), timeoutMs));
    },
    read: async (name) => {
      // Only until the response begins: the content may be read as slowly as the client does.
      const response = await within(answerMs, (signal) => request(aws, addressOf(name), {}, signal));
      if (response.status === 404) return null;
      if (!response.ok) ensureDone({ ok: false, status: response.status, text: await response.text() });
      return response.body && readableOf(response.body);
    },
    exists: async (name) => {
      const response = await send(addressOf(name), { method: 'HEAD' });
      if (response.status !== 404) ensureDone(response);
      return response.ok;
    },
    remove: async (name) => {
      const response = await send(addressOf(name), { method: 'DELETE' });
      if (response.status !== 404) ensureDone(response);
    },
    list: async (prefix) =>
      (await list({ prefix: `${folder}${prefix}` })).flatMap((page) => storedIn(page, folder.length)),
    folders: async () => {
      const pages = await list({ prefix: folder, delimiter: '/' });
      return pages.flatMap((page) => valuesOf(page, 'Prefix')).map((one) => one.slice(folder.length, -1));
    },
  };
}

const uploadOf = (content: Buffer): RequestInit => ({
  method: 'PUT',
  body: new Uint8Array(content),
  headers: { 'x-amz-content-sha256': createHash('sha256').update(content).digest('hex') },
});

type Answer = { ok: boolean; status: number; text: string };

const retries = 2;
const retryAfterMs = 50;

/** Not the fetch of the signing library: the signal of its Request may be garbage-collected, and then it never aborts. */
async function request(aws: AwsClient, target: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  for (let failures = 0; ; failures += 1) {
    const signed = await aws.sign(target, init);
    const response = await traced({ name: `s3 ${signed.method}`, kind: 'client' }, () => {
      // The bucket is a system of the operator. The header is not part of the signature.
      const parent = traceparent();
      if (parent !== null) signed.headers.set('traceparent', parent);
      return fetch(signed, { signal });
    });
    if (failures === retries || (response.status < 500 && response.status !== 429)) return response;
    await response.body?.cancel();
    await sleep(retryAfterMs * 2 ** failures);
  }
}

function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = new AbortController();
  const abort = () => timeout.abort(new DOMException(`no answer within ${timeoutMs / 1_000} s`, 'TimeoutError'));
  const timer = setTimeout(abort, timeoutMs);
  return work(timeout.signal).finally(() => clearTimeout(timer));
}

/** Not Readable.from: if destroyed while the store sends nothing, it would wait for the next chunk and never end. */
function readableOf(body: ReadableStream<Uint8Array>): Readable {
  const reader = body.getReader();
  return new Readable({
    read() {
      reader.read().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      const end = () => done(error);
      reader.cancel(error).then(end, end);
    },
  });
}

/** The first part of the path names the bucket, the rest is where in it. */
function placeOf(url: string): { address: string; prefix: string } {
  const { origin, pathname } = new URL(url);
  const [name = '', ...rest] = pathname.split('/').filter((part) => part !== '');
  return { address: `${origin}/${name}`, prefix: rest.map((part) => `${part}/`).join('') };
}

function ensureDone({ ok, status, text }: Answer): string {
  if (ok) return text;
  const [code = 'no reason'] = valuesOf(text, 'Code');
  throw new Error(`The store answered ${status}: ${code}`);
}

async function listPages(fetchPage: (query: URLSearchParams) => Promise<Answer>, query: Record<string, string>) {
  const pages: string[] = [];
  for (let token: string | undefined = ''; token !== undefined; ) {
    const search = new URLSearchParams({ 'list-type': '2', ...query, ...(token && { 'continuation-token': token }) });
    const page = ensureDone(await fetchPage(search));
    pages.push(page);
    [token] = valuesOf(page, 'NextContinuationToken');
  }
  return pages;
}

const storedIn = (page: string, folderLength: number): StoredObject[] =>
  partsOf(page, 'Contents').map((part) => {
    const [writtenAt = ''] = valuesOf(part, 'LastModified');
    return { name: (valuesOf(part, 'Key')[0] ?? '').slice(folderLength), writtenAt: new Date(writtenAt) };
  });

/** S3 responses are flat and machine-generated; only our own names and a token are read from them. */
const partsOf = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, inner = '']) => inner);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const valuesOf = (xml: string, tag: string): string[] =>
  partsOf(xml, tag).map((text) =>
    text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? ''),
  );
