// A file that the server writes while it is read: told as it grows, given up when it is no longer wanted, and put on the disk
// once it is whole, so that nobody mistakes half a file for one.

import { getLocale } from '#locales/runtime.js';
import { isRecord } from '../../storage.ts';

export type Download = { signal: AbortSignal; onProgress: (bytes: number) => void };

/** Refused in the words of the server. */
export class FileRefused extends Error {}

export async function download(url: string, { signal, onProgress }: Download): Promise<void> {
  const response = await fetch(url, { signal, headers: { 'accept-language': getLocale() } });
  if (!response.ok || !response.body) throw new FileRefused(await sentenceOf(response));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    bytes += read.value.length;
    onProgress(bytes);
  }
  keep(new Blob(parts), nameOf(response.headers.get('content-disposition') ?? ''));
}

async function sentenceOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  return isRecord(body) && typeof body.detail === 'string' ? body.detail : '';
}

function nameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : 'report';
}

function keep(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
