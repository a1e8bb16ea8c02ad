// Which addresses of push services may be called. Browsers supply them, so anybody who is signed in can make the server call one:
// only https on its usual port, and only addresses of the public internet, checked after the name was resolved and for the very
// connection that is made. Hosts of PUSH_INTERNAL_HOSTS may be anywhere.

import { BlockList, isIP } from 'node:net';
import type { PushConfig } from '../../config/push.ts';

type Callable = Pick<PushConfig, 'internalHosts'>;

/** Before its name is resolved. */
export function isCallable(url: URL, { internalHosts }: Callable): boolean {
  if (url.protocol !== 'https:') return false;
  if (isInternal(url, { internalHosts })) return true;
  const literal = literalAddress(url);
  const isName = literal === null && url.hostname.includes('.') && !/\.?localhost\.?$/.test(url.hostname);
  return url.port === '' && (isName || (literal !== null && isPublicAddress(literal)));
}

export const isInternal = (url: URL, { internalHosts }: Callable): boolean => internalHosts.includes(url.host);

/** The address if the URL has one instead of a name: those are connected to without resolving anything. */
function literalAddress({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? null : address;
}

/** Of IPv6, what is assigned to the internet at all, without what leads to IPv4 or is reserved within it. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) === 6
    ? global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6')
    : isIP(address) === 4 && !reserved4.check(address, 'ipv4');

/** IANA IPv4 Special-Purpose Address Registry, multicast, and what is reserved for later. */
const reserved4 = blockListOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

const global6 = blockListOf('ipv6', [['2000::', 3]]);

const reserved6 = blockListOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]);

function blockListOf(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family);
  return list;
}
