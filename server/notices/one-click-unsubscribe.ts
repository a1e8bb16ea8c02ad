// "Unsubscribe" in a mail program (RFC 8058): it posts a form to the address in List-Unsubscribe, from anywhere and without
// a session. The address is that of the page behind the link, so that a program that merely opens it shows the page.
// The one place that takes requests of other sites and bodies that are no JSON; the code in the address is all it needs.

import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/reasons.ts';
import type { Config } from '../config/config.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { sendProblem } from '../http/endpoints.ts';
import { decline } from './decline.ts';
import { readUnsubscribeCode } from './unsubscribe-code.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whoever sends it, from whichever site: the request proves itself without cookies. */
    takesCrossSite?: true;
    /** Mounted at the address of a page, which is still read there. */
    isBesidePage?: true;
  }
}

type Parts = { config: Config; database: Pick<OpenDatabase, 'app'> };

const bodyLimitBytes = 4_000;

/** As a form of either kind. */
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
        const isAsked = mode === 'unsubscribe' && typeof request.body === 'string' && oneClick.test(request.body);
        const subscription = isAsked && typeof code === 'string' ? readUnsubscribeCode(config.appSecret, code) : null;
        if (!subscription) return sendProblem(request, reply, [refuse('link.not-usable')]);
        await database.app.transaction().execute((db) => decline(db, subscription));
        return reply.code(200).header('cache-control', 'no-store').send();
      },
    );
  });
}
