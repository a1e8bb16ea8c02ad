// The live stream of a company (server-sent events): the one route outside the endpoint table that needs a session. Authorised
// by `company.read`.

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { companyPath, id, role } from '#contract/fields.ts';
import { apiPrefix } from '#contract/index.ts';
import { credentialsOf } from '../identity/credentials.ts';
import type { Live } from '../live/live.ts';
import type { CompanyContext } from '../request/context.ts';
import { handleRequest, type Pipeline } from '../request/pipeline.ts';

const stream = endpoint({
  method: 'GET',
  path: '/companies/{companyId}/live',
  summary: 'Server-sent events: which nouns of the company to fetch again',
  can: 'company.read',
  onFreePlan: true,
  input: z.strictObject(companyPath),
  output: z.object({ personId: id, role }),
});

export function mountLive(app: FastifyInstance, pipeline: Pipeline, live: Live): void {
  app.get<{ Params: { companyId: string } }>(
    `${apiPrefix}/companies/:companyId/live`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      // Lower case, as in the database: changes are published under that spelling.
      const companyId = request.params.companyId.toLowerCase();
      const authorise = async () => {
        const { body } = await handleRequest(pipeline, {
          endpoint: stream,
          handle: async ({ person, company }: CompanyContext) => ({ personId: person.id, role: company.role }),
          path: { companyId },
          rest: {},
          ...credentialsOf(request.headers, pipeline.config),
          idempotencyKey: null,
          locale: 'en',
          client: { address: request.ip, userAgent: '' },
        });
        return stream.output.parse(body);
      };
      const { personId, role } = await authorise();
      live.ensureCapacity(personId);
      // A changed role ends the stream: the browser opens a new one and fetches everything again.
      live.open({ companyId, personId, reply, isStillAllowed: async () => (await authorise()).role === role });
      return reply;
    },
  );
}
