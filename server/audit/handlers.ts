// The audit log of a company, for company admins: a page of it, and the people to filter it by.

import { sql } from 'kysely';
import type { auditEndpoints } from '#contract/audit.ts';
import { choicesQueryLimit, isOneOf, toChoices } from '../request/choices.ts';
import type { CompanyContext } from '../request/context.ts';
import { countOfRows, paginate } from '../request/paging.ts';
import type { Handlers } from '../request/pipeline.ts';
import { matchesSearch } from '../request/text-search.ts';
import { auditEvents, namedAuditEvents } from './rows.ts';

export const auditHandlers: Handlers<typeof auditEndpoints> = {
  async listAuditEvents(ctx, input) {
    const { page: _, pageSize: __, cursor: ___, companyId: ____, ...filter } = input;
    const paging = paginate(ctx, input, { name: 'audit events', keys: newestFirst });
    const [{ total }, rows] = await Promise.all([
      auditEvents(ctx, filter).select(countOfRows).executeTakeFirstOrThrow(),
      namedAuditEvents(ctx, filter)
        .select(['e.id', 'e.kind', 'e.at', 'e.about', 'e.fromValue as from', 'e.toValue as to', 'e.reason'])
        .select(['e.actorId', 'actor.name as actorName', 'e.subjectId', 'subject.name as subjectName'])
        .$call(paging.select)
        .execute(),
    ]);
    const { rows: shown, place } = paging.cut(rows);
    const events = shown.map(({ at, actorId, actorName, subjectId, subjectName, ...row }) => ({
      ...row,
      at: at.toISOString(),
      actor: personOf(actorId, actorName),
      subject: personOf(subjectId, subjectName),
    }));
    return { events, total, ...place };
  },

  async listAuditPeople(ctx, { search, ids = [] }) {
    const matching = await selectPeople(ctx)
      .where(matchesSearch(search, 'u.name_key'))
      .orderBy('u.nameKey')
      .orderBy('m.userId')
      .limit(choicesQueryLimit)
      .execute();
    const chosen = ids.length > 0 ? await selectPeople(ctx).where(isOneOf('m.user_id', ids)).execute() : [];
    return { ...toChoices(matching), chosen };
  },
};

const newestFirst = [
  { by: sql`e.at`, type: 'timestamptz', direction: 'desc' },
  { by: sql`e.id`, type: 'uuid', direction: 'desc' },
] as const;

const personOf = (userId: string | null, name: string | null) =>
  userId === null || name === null ? null : { userId, name };

const selectPeople = ({ db, company }: CompanyContext) =>
  db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('m.companyId', '=', company.id)
    .select(['m.userId', 'u.name']);
