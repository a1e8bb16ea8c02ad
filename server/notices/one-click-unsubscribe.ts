// One-click unsubscribe (RFC 8058): mail programs post a form to the URL in List-Unsubscribe, from any site and without a
// session. The same URL is the page behind the link, so that a program that only opens it shows the page.
// The only route that accepts cross-site requests and bodies that are not JSON; the code in the URL authorises it.

import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/reasons.ts';
import type { Config } from '../config/config.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { sendProblem } from '../http/endpoints.ts';
import { unsubscribe } from './unsubscribe.ts';
import { readUnsubscribeCode } from './unsubscribe-code.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts requests of any site: they are authorised without cookies. */
    takesCrossSite?: true;
    /** Mounted at the path of a page, which GET still returns. */
    isBesidePage?: true;
  }
}

type Parts = { config: Config; database: Pick<OpenDatabase, 'app'> };

const bodyLimitBytes = 4_000;

/** URL-encoded or multipart form. */
const oneClick = /^List-Unsubscribe=One-Click$|name="?List-Unsubscribe"?\r?\n\r?\nOne-Click\r?\n/;

export async function mountOneClick(app: FastifyInstance, { config, database }: Parts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    const options = { bodyLimit: bodyLimitBytes, config: { takesCrossSite: true, isBesidePage: true } } as const;
    scope.post<{ Querystring: { mode?: unknown; code?: unknown } }>(
      '/link-actions',
      options,
      async (request, reply) => {
        const { mode, code } = request.query;
        const isUnsubscribe = mode === 'unsubscribe' && typeof request.body === 'string' && oneClick.test(request.body);
        const subscription =
          isUnsubscribe && typeof code === 'string' ? readUnsubscribeCode(config.appSecret, code) : null;
        if (!subscription) return sendProblem(request, reply, [refuse('link.not-usable')]);
        await database.app.transaction().execute((db) => unsubscribe(db, subscription));
        return reply.code(200).header('cache-control', 'no-store').send();
      },
    );
  });
}
