// Responses for routes that do not exist: 405 with the allowed methods if the path exists with other methods, else 404.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiPrefix } from '#contract/index.ts';
import { refuse } from '#domain/reasons.ts';
import { sendProblem } from './endpoints.ts';

/** Undefined if no route is mounted at the path, or only a page. */
export type MethodsOf = (path: string) => readonly string[] | undefined;

/** Records the routes that are mounted after this call. */
export function listMethods(app: FastifyInstance): MethodsOf {
  const mounted = new Map<string, { pattern: RegExp; methods: string[] }>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (url.includes('*')) return;
    const ofPage = config?.isBesidePage ? pageMethods : [];
    const route = mounted.get(url) ?? { pattern: patternOf(url), methods: [...ofPage] };
    route.methods.push(...[method].flat());
    mounted.set(url, route);
  });
  return (path) => {
    const matching = [...mounted.values()].filter(({ pattern }) => pattern.test(path));
    return matching.length === 0 ? undefined : [...new Set(matching.flatMap(({ methods }) => methods))].sort();
  };
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.+?^$(){}|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`);

const pageMethods = ['GET', 'HEAD'] as const;

export function sendUnrouted(request: FastifyRequest, reply: FastifyReply, methodsOf: MethodsOf): FastifyReply {
  const [path = ''] = request.url.split('?');
  const isApi = path.startsWith(`${apiPrefix}/`);
  const methods = methodsOf(path) ?? (isApi ? [] : pageMethods);
  const isUnknown = methods.length === 0 || methods.some((method) => method === request.method);
  if (isUnknown) return sendProblem(request, reply, [refuse('route.unknown')]);
  reply.header('allow', methods.join(', '));
  return sendProblem(request, reply, [refuse('request.method-not-allowed')]);
}

/** Nothing here uses QUERY. Fastify refuses it because of its content type before it looks for a route. */
export function rejectQueryMethod(app: FastifyInstance, methodsOf: MethodsOf): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'QUERY') return sendUnrouted(request, reply, methodsOf);
  });
}
