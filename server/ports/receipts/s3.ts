// Receipts in an S3 bucket, path-style: <bucket address>/<company>/<name>. Each request is signed and has a timeout; the signature of
// an upload includes its checksum, so that the store refuses content that was changed in transit.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '../../config/providers.ts';
import {
  assertLocation,
  isCompanyFolder,
  isStorageName,
  type ReceiptLocation,
  type ReceiptStore,
  type StoredFile,
} from './receipts.ts';

/** Enough for ten megabytes on a slow connection; a store that takes longer is treated as unavailable. */
const requestTimeoutMs = 20_000;

export function s3Receipts({ url, region, keyId, secret }: S3Config, timeoutMs = requestTimeoutMs): ReceiptStore {
  const aws = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 2 });
  const bucket = bucketOf(url);
  const send = (address: string, init: RequestInit = {}): Promise<Response> =>
    aws.fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  const addressOf = (place: ReceiptLocation): string => {
    assertLocation(place);
    return `${bucket.address}/${bucket.prefix}${place.companyId}/${place.name}`;
  };
  const list = (query: Record<string, string>) => listPages((search) => send(`${bucket.address}?${search}`), query);
  return {
    write: async (place, content) => {
      const headers = { 'x-amz-content-sha256': createHash('sha256').update(content).digest('hex') };
      await ensureDone(await send(addressOf(place), { method: 'PUT', body: new Uint8Array(content), headers }));
    },
    read: async (place) => {
      const response = await untilBegun(timeoutMs, (signal) => aws.fetch(addressOf(place), { signal }));
      if (response.status === 404) return null;
      const { body } = await ensureDone(response);
      return body && readableOf(body);
    },
    remove: async (place) => {
      const response = await send(addressOf(place), { method: 'DELETE' });
      if (response.status !== 404) await ensureDone(response);
    },
    companies: async () => {
      const pages = await list({ prefix: bucket.prefix, delimiter: '/' });
      const folders = pages.flatMap((page) => valuesOf(page, 'Prefix'));
      return folders.map((one) => one.slice(bucket.prefix.length, -1)).filter(isCompanyFolder);
    },
    list: async (companyId) => {
      const prefix = `${bucket.prefix}${companyId}/`;
      return (await list({ prefix })).flatMap((page) => storedIn(page, prefix));
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
function bucketOf(url: string): { address: string; prefix: string } {
  const { origin, pathname } = new URL(url);
  const [name = '', ...rest] = pathname.split('/').filter((part) => part !== '');
  return { address: `${origin}/${name}`, prefix: rest.map((part) => `${part}/`).join('') };
}

async function ensureDone(response: Response): Promise<Response> {
  if (response.ok) return response;
  const [code = 'no reason'] = valuesOf(await response.text(), 'Code');
  throw new Error(`The receipt store answered ${response.status}: ${code}`);
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

const storedIn = (page: string, prefix: string): StoredFile[] =>
  partsOf(page, 'Contents').flatMap((part) => {
    const name = (valuesOf(part, 'Key')[0] ?? '').slice(prefix.length);
    const [writtenAt = ''] = valuesOf(part, 'LastModified');
    return isStorageName(name) ? [{ name, writtenAt: new Date(writtenAt) }] : [];
  });

/** S3 responses are flat and machine-generated; only our own names and a token are read from them. */
const partsOf = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, inner = '']) => inner);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const valuesOf = (xml: string, tag: string): string[] =>
  partsOf(xml, tag).map((text) =>
    text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? ''),
  );
