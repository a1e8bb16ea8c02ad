// Clients: listed for the form of a project and for filters, renamed and deleted by company admins. They are created by the project
// that names them (find-or-create.ts). A rename is not a change of their projects, whose versions stay.

import { type ExpressionBuilder, sql } from 'kysely';
import type { clientEndpoints } from '#contract/clients.ts';
import { deleteClientRefusal } from '#domain/clients.ts';
import { scopeOf } from '#domain/permissions.ts';
import type { Database } from '../db/schema.ts';
import { visibleProjects } from '../request/access.ts';
import { recordAudit } from '../request/audit.ts';
import { choicesQueryLimit, isOneOf, toChoices } from '../request/choices.ts';
import { violatedConstraint } from '../request/constraint.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, ensureFound, refused } from '../request/refused.ts';
import { matchesSearch } from '../request/text-search.ts';

export const clientHandlers: Handlers<typeof clientEndpoints> = {
  async listClients(ctx, { search, ids = [] }) {
    const clients = selectClients(ctx);
    const matching = await clients
      .where(matchesSearch(search, 'c.name_key'))
      .orderBy('c.nameKey')
      .orderBy('c.id')
      .limit(choicesQueryLimit)
      .execute();
    const chosen = ids.length > 0 ? await clients.where(isOneOf('c.id', ids)).orderBy('c.nameKey').execute() : [];
    return { ...toChoices(matching), chosen };
  },

  async renameClient(ctx, { clientId, name }) {
    const before = await getClient(ctx, clientId);
    if (before.name !== name) {
      await ctx.db
        .updateTable('clients')
        .set({ name })
        .where('companyId', '=', ctx.company.id)
        .where('id', '=', clientId)
        .execute()
        .catch(asNameTaken);
      const renamed = { kind: 'client-renamed', actorId: ctx.person.id, from: before.name, to: name } as const;
      await recordAudit(ctx, ctx.company.id, [renamed]);
      ctx.publishChange(ctx.company.id, 'projects', 'worklogs', 'reports', 'dashboard', 'timer');
    }
    return getClient(ctx, clientId);
  },

  async deleteClient(ctx, { clientId }) {
    // A project that gets the client meanwhile violates the foreign key, and the request is repeated.
    const { name, projects } = await getClient(ctx, clientId);
    ensureAllowed(deleteClientRefusal(projects));
    await ctx.db.deleteFrom('clients').where('companyId', '=', ctx.company.id).where('id', '=', clientId).execute();
    await recordAudit(ctx, ctx.company.id, [{ kind: 'client-deleted', actorId: ctx.person.id, from: name }]);
    ctx.publishChange(ctx.company.id, 'companies', 'projects');
    return null;
  },
};

/** Clients of visible projects; who sees all projects also sees clients without one. */
function selectClients(ctx: CompanyContext) {
  const seesAll = scopeOf(ctx.company, 'projects.read') === 'all';
  return ctx.db
    .selectFrom('clients as c')
    .where('c.companyId', '=', ctx.company.id)
    .$if(!seesAll, (query) => query.where((eb) => eb.exists(visibleProjectsOf(ctx, eb))))
    .select((eb) => [
      'c.id',
      'c.name',
      sql<number>`(select count(*) from (${visibleProjectsOf(ctx, eb)}) p)`.as('projects'),
    ]);
}

const visibleProjectsOf = (ctx: CompanyContext, eb: ClientBuilder) =>
  eb
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'projects.read'))
    .whereRef('p.clientId', '=', 'c.id')
    .select('p.id');

type ClientBuilder = ExpressionBuilder<Database & { c: Database['clients'] }, 'c'>;

const getClient = async (ctx: CompanyContext, clientId: string) =>
  ensureFound(await selectClients(ctx).where('c.id', '=', clientId).executeTakeFirst(), 'client.missing');

function asNameTaken(error: unknown): never {
  if (violatedConstraint(error) === 'clients_name_once') throw refused('client.name-taken', { path: 'name' });
  throw error;
}
