// The built browser application: hashed files are cached forever; pages that were built as separate documents, and index.html for
// everything else, are never cached.
// Files are precompressed at build time; a missing path with a file extension is 404, not the application.

import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiPrefix } from '#contract/index.ts';
import { refuse } from '#domain/reasons.ts';
import type { RegistrationMode } from '#domain/registration.ts';
import type { Config } from '../config/config.ts';
import { sendProblem } from './endpoints.ts';
import { type MethodsOf, sendUnrouted } from './methods.ts';
import { assetPolicy } from './security-headers.ts';

const root = join(import.meta.dirname, '..', '..', 'dist', 'client');

export async function mountPages(app: FastifyInstance, config: Config, methodsOf: MethodsOf): Promise<void> {
  if (existsSync(root)) {
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      cacheControl: false,
      index: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/');
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (isHashed) reply.header('content-security-policy', assetPolicy);
      },
    });
  }
  const documents = documentsByPath(config.registration);
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?');
    const methods = methodsOf(path);
    const isAllowed = methods ? methods.includes(request.method) : isReading(request);
    if (!isAllowed) return sendUnrouted(request, reply, methodsOf);
    const isPage = !/\.\w+$|\/\./.test(path);
    if (!isPage || !existsSync(root)) return sendProblem(request, reply, [refuse('route.unknown')]);
    return reply.header('cache-control', 'no-cache').sendFile(documents.get(path) ?? 'index.html');
  };
  // fastify-static would answer 403 for the folder itself. The demo mounts its own `/`.
  if (!config.isDemo) app.get('/', sendPage);
  app.setNotFoundHandler(sendPage);
}

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** A mistyped `%` of a page must not hide the page that says what is wrong: it stands for itself. */
export function withReadablePath({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  const [path = '', ...query] = url.split('?');
  const isPage = (method === 'GET' || method === 'HEAD') && !path.startsWith(apiPrefix);
  if (!isPage || isDecodable(path)) return url;
  return [path.replaceAll('%', '%25'), ...query].join('?');
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** `/login` → `pages/open/login.html`, `/worklogs` → `pages/application/worklogs.html`, as built. */
const documentsByPath = (registration: RegistrationMode): ReadonlyMap<string, string> =>
  new Map(['application', registration].flatMap(documentsIn));

function documentsIn(name: string): [path: string, file: string][] {
  const folder = join('pages', name);
  const files = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  const documents = files.filter((file) => file.endsWith('.html'));
  return documents.map((file) => [`/${file.replace(/\.html$/, '')}`, `${folder}/${file}`]);
}
