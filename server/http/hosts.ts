// Which host names the server accepts. With DNS rebinding, another site can point its own name to our address, and the browser
// would treat its pages as ours: a request with another host name is refused before anything else is read.

import type { FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '#domain/reasons.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/values.ts';

type Names = Pick<Config, 'baseUrl' | 'host' | 'allowedHosts'>;

/** Health checks of load balancers use an IP address; their responses reveal nothing. */
const openPaths: readonly (string | undefined)[] = ['/health', '/ready'];

export function unknownHostRefusal(request: FastifyRequest, config: Names): Refusal | null {
  if (openPaths.includes(request.routeOptions.url)) return null;
  const names = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  // `request.host`: behind a trusted proxy the forwarded host, else the Host header.
  return names.length === 1 && isOwnName(nameOf(request.host), config) ? null : refuse('request.unknown-host');
}

/** Headers in which proxies, tunnels and content delivery networks name the client. */
const forwarding = /^(forwarded|via|x-forwarded-.*|(x|true|fly|cf)-.*(ip|ray))$/;

/** A direct request from this machine, not through a proxy. */
export function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => forwarding.test(name));
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return !isForwarded && isLoopback(address) && isLoopback(nameOf(headers.host ?? ''));
}

function isOwnName(name: string, { baseUrl, host, allowedHosts }: Names): boolean {
  if (isLoopback(host) && isLoopback(name)) return true;
  return (
    name !== '' && [new URL(baseUrl).hostname, nameOf(host), ...allowedHosts].includes(name) && !isEveryAddress(name)
  );
}

const isEveryAddress = (name: string): boolean => name === '0.0.0.0' || name === '[::]';

/** Without the port, which a proxy or container may map to another one. */
function nameOf(host: string): string {
  const isBareIPv6 = host.split(':').length > 2 && !host.startsWith('[');
  const url = URL.parse(`http://${isBareIPv6 ? `[${host}]` : host}`);
  return url?.pathname === '/' && url.username === '' && url.search === '' ? url.hostname : '';
}
