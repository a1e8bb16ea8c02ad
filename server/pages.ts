// The built browser application: hashed files for ever, everything else index.html, which is never kept.
// Files are precompressed at build time; what has a file extension and is not there is missing, not the application.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#domain/reasons.ts';
import type { Config } from './config.ts';
import { sendProblem } from './http.ts';

const root = join(import.meta.dirname, '..', 'dist', 'client');

export async function mountPages(app: FastifyInstance, config: Config): Promise<void> {
  if (existsSync(root)) {
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      cacheControl: false,
      index: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/');
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/\.\w+$/.test(request.url.split('?')[0] ?? '');
    if (!isPage || !existsSync(root)) return sendProblem(request, reply, [refuse('route.unknown')]);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  };
  // The static files would call a folder forbidden. The demo has a front door of its own.
  if (!config.isDemo) app.get('/', { exposeHeadRoute: false }, sendPage);
  app.setNotFoundHandler(sendPage);
}
