// Tags: listed for forms and filters, renamed, merged and deleted by company admins. They are created by the worklog that names them
// (find-or-create.ts). Renaming and merging are not moves of their worklogs, whose versions stay.

import { sql } from 'kysely';
import type { tagEndpoints } from '#contract/tags.ts';
import { deleteTagRefusal, mergeTagRefusal } from '#domain/tags.ts';
import { recordAudit } from '../request/audit.ts';
import { choicesQueryLimit, isOneOf, toChoices } from '../request/choices.ts';
import { violatedConstraint } from '../request/constraint.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, ensureFound, refused } from '../request/refused.ts';
import { matchesSearch } from '../request/text-search.ts';

export const tagHandlers: Handlers<typeof tagEndpoints> = {
  async listTags(ctx, { search, ids = [] }) {
    const tags = selectTags(ctx);
    const matching = await tags
      .where(matchesSearch(search, 'g.name_key'))
      .orderBy('g.nameKey')
      .orderBy('g.id')
      .limit(choicesQueryLimit)
      .execute();
    const chosen = ids.length > 0 ? await tags.where(isOneOf('g.id', ids)).orderBy('g.nameKey').execute() : [];
    return { ...toChoices(matching), chosen };
  },

  async renameTag(ctx, { tagId, name }) {
    const before = await getTag(ctx, tagId);
    if (before.name !== name) {
      await ctx.db
        .updateTable('tags')
        .set({ name })
        .where('companyId', '=', ctx.company.id)
        .where('id', '=', tagId)
        .execute()
        .catch(asNameTaken);
      const renamed = { kind: 'tag-renamed', actorId: ctx.person.id, from: before.name, to: name } as const;
      await recordAudit(ctx, ctx.company.id, [renamed]);
      ctx.publishChange(ctx.company.id, 'worklogs', 'reports');
    }
    return getTag(ctx, tagId);
  },

  async mergeTag(ctx, { tagId, intoId }) {
    ensureAllowed(mergeTagRefusal(tagId, intoId));
    // Before saved reports, in the order of changing them.
    await sql`select from companies where id = ${ctx.company.id} for no key update`.execute(ctx.db);
    const [from, into] = [await getTag(ctx, tagId), await getTag(ctx, intoId)];
    // A worklog that gets the tag meanwhile violates the foreign key, and the request is repeated.
    await sql`
      insert into worklog_tags (company_id, worklog_id, tag_id)
      select company_id, worklog_id, ${intoId} from worklog_tags where company_id = ${ctx.company.id} and tag_id = ${tagId}
      on conflict do nothing`.execute(ctx.db);
    await ctx.db.deleteFrom('worklogTags').where('companyId', '=', ctx.company.id).where('tagId', '=', tagId).execute();
    await replaceInSavedReports(ctx, tagId, intoId);
    await removeTag(ctx, tagId);
    const merged = { kind: 'tag-merged', actorId: ctx.person.id, from: from.name, to: into.name } as const;
    await recordAudit(ctx, ctx.company.id, [merged]);
    ctx.publishChange(ctx.company.id, 'worklogs', 'reports', 'saved-reports');
    return getTag(ctx, intoId);
  },

  async deleteTag(ctx, { tagId }) {
    const { name, isUsed } = await getTag(ctx, tagId);
    ensureAllowed(deleteTagRefusal(isUsed));
    await removeTag(ctx, tagId);
    await recordAudit(ctx, ctx.company.id, [{ kind: 'tag-deleted', actorId: ctx.person.id, from: name }]);
    ctx.publishChange(ctx.company.id, 'companies', 'worklogs');
    return null;
  },
};

const selectTags = ({ db, company }: CompanyContext) =>
  db
    .selectFrom('tags as g')
    .where('g.companyId', '=', company.id)
    .select(['g.id', 'g.name'])
    .select(
      sql<boolean>`exists (
        select from worklog_tags wt where wt.company_id = ${company.id} and wt.tag_id = g.id)`.as('isUsed'),
    );

const getTag = async (ctx: CompanyContext, tagId: string) =>
  ensureFound(await selectTags(ctx).where('g.id', '=', tagId).executeTakeFirst(), 'tag.missing');

/** With the company locked. A deleted tag stays in filters: nothing had it. */
const replaceInSavedReports = ({ db, company }: CompanyContext, tagId: string, intoId: string) =>
  sql`
    update saved_reports set version = version + 1, filter = jsonb_set(filter, '{tagIds}', (
      select jsonb_agg(id order by place) from (
        select case when id = ${tagId} then ${intoId} else id end as id, min(place) as place
        from jsonb_array_elements_text(filter -> 'tagIds') with ordinality as tags (id, place) group by 1) once))
    where company_id = ${company.id} and filter -> 'tagIds' ? ${tagId}`.execute(db);

const removeTag = ({ db, company }: CompanyContext, tagId: string) =>
  db.deleteFrom('tags').where('companyId', '=', company.id).where('id', '=', tagId).execute();

function asNameTaken(error: unknown): never {
  if (violatedConstraint(error) === 'tags_name_once') throw refused('tag.name-taken', { path: 'name' });
  throw error;
}
