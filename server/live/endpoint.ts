// The live stream of a company (server-sent events), outside of the endpoint table because it has no end. Open to everybody who may
// read the company, and authorised again while it lasts.

import type { FastifyInstance } from 'fastify';
import { apiPrefix } from '#contract/index.ts';
import { isAllowedForTokens } from '#domain/permissions.ts';
import { callerOf } from '../http/incoming-request.ts';
import { type AccessRule, authorise } from '../request/authorise.ts';
import type { Pipeline } from '../request/pipeline.ts';
import { ensureFound } from '../request/refused.ts';
import type { Live } from './live.ts';

const can = 'company.read';
const rule: AccessRule = { method: 'GET', can, onFreePlan: true, forTokens: isAllowedForTokens(can) };

export function mountLive(app: FastifyInstance, pipeline: Pipeline, live: Live): void {
  const options = { exposeHeadRoute: false, config: { endpoint: null } } as const;
  app.get(`${apiPrefix}/companies/:companyId/live`, options, async (request, reply) => {
    const caller = callerOf(request, pipeline.config);
    const readRole = async () => {
      const { person, company } = await authorise(pipeline, rule, caller);
      return { personId: ensureFound(person, 'session.missing').id, company: ensureFound(company, 'company.missing') };
    };
    const { personId, company } = await readRole();
    live.ensureCapacity(personId);
    // A changed role ends the stream: the browser opens a new one and fetches everything again.
    const isStillAllowed = async () => (await readRole()).company.role === company.role;
    live.open({ companyId: company.id, personId, reply, isStillAllowed });
    return reply;
  });
}
