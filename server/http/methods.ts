// What is asked of an address that does not take it. A known address with another method is told apart from an unknown one:
// 405, with the methods that it has.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiPrefix } from '#contract/index.ts';
import { refuse } from '#domain/reasons.ts';
import { sendProblem } from './endpoints.ts';

/** Undefined where nothing is mounted but the pages, or nothing at all. */
export type MethodsOf = (path: string) => readonly string[] | undefined;

/** Knows what is mounted from here on. */
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
    const fitting = [...mounted.values()].filter(({ pattern }) => pattern.test(path));
    return fitting.length === 0 ? undefined : [...new Set(fitting.flatMap(({ methods }) => methods))].sort();
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
