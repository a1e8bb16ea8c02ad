// Which names the product answers to. Another site can lead a name of its own to our address (DNS rebinding), and its pages
// would then count as ours for the browser: a request under a name that is not ours is refused before anything is read of it.

import type { FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '#domain/reasons.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/values.ts';

type Names = Pick<Config, 'baseUrl' | 'host' | 'allowedHosts'>;

/** Probes of a load balancer know an address and no name; what they read tells nothing. */
const openPaths: readonly (string | undefined)[] = ['/health', '/ready'];

export function unknownHostRefusal(request: FastifyRequest, config: Names): Refusal | null {
  if (openPaths.includes(request.routeOptions.url)) return null;
  const names = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  // Behind a trusted proxy the name that the browser asked for, else the Host header.
  return names.length === 1 && isOurs(nameOf(request.host), config) ? null : refuse('request.unknown-host');
}

/** Read on this machine, without a proxy in between, by the one who started it. */
export function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.*)$/.test(name));
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return !isForwarded && isLoopback(address) && isLoopback(nameOf(headers.host ?? ''));
}

function isOurs(name: string, { baseUrl, host, allowedHosts }: Names): boolean {
  if (isLoopback(host) && isLoopback(name)) return true;
  return (
    name !== '' && [new URL(baseUrl).hostname, nameOf(host), ...allowedHosts].includes(name) && !isEveryAddress(name)
  );
}

const isEveryAddress = (name: string): boolean => name === '0.0.0.0' || name === '[::]';

/** Without the port, which a proxy or a container may map to another. */
function nameOf(host: string): string {
  const isBareAddress6 = host.split(':').length > 2 && !host.startsWith('[');
  const url = URL.parse(`http://${isBareAddress6 ? `[${host}]` : host}`);
  return url?.pathname === '/' && url.username === '' && url.search === '' ? url.hostname : '';
}
