// Parsers for single configuration values: numbers, URLs, lists.

import { isIP } from 'node:net';
import { z } from 'zod';

export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
}

export const matching = (form: RegExp) => z.string().regex(form).optional();

export function hasProtocol(...protocols: string[]) {
  return (text: string) => {
    const url = URL.parse(text);
    return url !== null && protocols.includes(url.protocol) && !/\s/.test(text);
  };
}

export function hasHost(text: string): boolean {
  return Boolean(URL.parse(text)?.hostname);
}

export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
}

/** The first segment of the path is the bucket; secrets have separate variables. */
export function isBucket(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false;
  return /^(\/[\w.-]+)+\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
}

export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);

/** Secrets are sent there: only over https, or to this machine. */
export function isSafeTarget(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || /\s/.test(text) || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

export function splitList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

export const areHostNames = (list: string[]): boolean =>
  list.every((name) => /^([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])$/i.test(name));

export function areAddresses(list: string[]): boolean {
  return list.every((part) => {
    const [address = '', prefix, ...rest] = part.split('/');
    const maxPrefix = isIP(address) === 6 ? 128 : 32;
    const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= maxPrefix);
    return isIP(address) !== 0 && fits && rest.length === 0;
  });
}
