// How single values of the configuration are read: numbers, addresses, lists.

import { isIP } from 'node:net';
import { z } from 'zod';

export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most);
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

/** The first part of the path is the bucket; what is secret stands in variables of its own. */
export function isBucket(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false;
  return /^(\/[\w.-]+)+\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
}

export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);

/** What is secret is sent there: over https, or not over any network. */
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
    const longest = isIP(address) === 6 ? 128 : 32;
    const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
    return isIP(address) !== 0 && fits && rest.length === 0;
  });
}
