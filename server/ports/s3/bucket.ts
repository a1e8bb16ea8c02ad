// Objects of an S3-compatible bucket, path-style: <bucket address>/<folder of the address>/<name>. Each request is signed and has a
// timeout; the signature of an upload includes its checksum, so that the store refuses content that was changed in transit.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '../../config/providers.ts';

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

export function openBucket({ url, region, keyId, secret }: S3Config, timeoutMs: number): Bucket {
  const aws = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 2 });
  const { address, prefix: folder } = placeOf(url);
  const send = (target: string, init: RequestInit = {}): Promise<Response> =>
    aws.fetch(target, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  const addressOf = (name: string): string => `${address}/${folder}${name}`;
  const list = (query: Record<string, string>) => listPages((search) => send(`${address}?${search}`), query);
  return {
    write: async (name, content) => {
      const headers = { 'x-amz-content-sha256': createHash('sha256').update(content).digest('hex') };
      await ensureDone(await send(addressOf(name), { method: 'PUT', body: new Uint8Array(content), headers }));
    },
    read: async (name) => {
      const response = await untilBegun(timeoutMs, (signal) => aws.fetch(addressOf(name), { signal }));
      if (response.status === 404) return null;
      const { body } = await ensureDone(response);
      return body && readableOf(body);
    },
    exists: async (name) => {
      const response = await send(addressOf(name), { method: 'HEAD' });
      if (response.status !== 404) await ensureDone(response);
      return response.ok;
    },
    remove: async (name) => {
      const response = await send(addressOf(name), { method: 'DELETE' });
      if (response.status !== 404) await ensureDone(response);
    },
    list: async (prefix) =>
      (await list({ prefix: `${folder}${prefix}` })).flatMap((page) => storedIn(page, folder.length)),
    folders: async () => {
      const pages = await list({ prefix: folder, delimiter: '/' });
      return pages.flatMap((page) => valuesOf(page, 'Prefix')).map((one) => one.slice(folder.length, -1));
    },
  };
}

/** Times out only until the response begins: the content may be read as slowly as the client does. */
function untilBegun(timeoutMs: number, request: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  return request(timeout.signal).finally(() => clearTimeout(timer));
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

async function ensureDone(response: Response): Promise<Response> {
  if (response.ok) return response;
  const [code = 'no reason'] = valuesOf(await response.text(), 'Code');
  throw new Error(`The store answered ${response.status}: ${code}`);
}

async function listPages(fetchPage: (query: URLSearchParams) => Promise<Response>, query: Record<string, string>) {
  const pages: string[] = [];
  for (let token: string | undefined = ''; token !== undefined; ) {
    const search = new URLSearchParams({ 'list-type': '2', ...query, ...(token && { 'continuation-token': token }) });
    const page = await (await ensureDone(await fetchPage(search))).text();
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
