// The history of the company itself: every change of the lock date and of the policies that rights depend on, with who made it and
// why. Written in the transaction of the change, under the lock of the company.

import { sql } from 'kysely';
import { type CompanyEvent, companyEvent, type companyEventEndpoints } from '#contract/company-events.ts';
import type { Day } from '#domain/calendar.ts';
import { unlocksDays } from '#domain/companies.ts';
import { type AccessPolicies, accessPolicyNames } from '#domain/permissions.ts';
import { type Policies, policyNames } from '#domain/policies.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { newId } from '../db/ids.ts';
import { recordAudit } from '../request/audit.ts';
import type { CompanyContext, CompanyFacts } from '../request/context.ts';
import { countOfRows, paginate } from '../request/paging.ts';
import type { Handlers } from '../request/pipeline.ts';

type LockDates = { from: Day | null; to: Day | null };

export const companyEventHandlers: Handlers<typeof companyEventEndpoints> = {
  async listCompanyEvents(ctx, input) {
    const { companyId } = input;
    const paging = paginate(ctx, input, { name: 'company events', keys: newestFirst });
    const events = ctx.db.selectFrom('companyEvents as e').where('e.companyId', '=', companyId);
    const { total } = await events.select(countOfRows).executeTakeFirstOrThrow();
    const rows = await events
      .innerJoin('users as u', 'u.id', 'e.actorId')
      .select(['e.id', 'e.kind', 'e.at', 'e.fromDay as from', 'e.toDay as to', 'e.reason', 'u.name as actorName'])
      .select(['e.policy', 'e.fromValue', 'e.toValue'])
      .$call(paging.select)
      .execute();
    const { rows: shown, place } = paging.cut(rows);
    return { events: shown.map(toEvent), total, ...place };
  },
};

type PolicyColumns = { policy: string | null; fromValue: string | null; toValue: string | null };
type EventRow = Omit<CompanyEvent, 'at' | 'policy'> & PolicyColumns & { at: Date };

const toEvent = ({ at, policy: name, fromValue: from, toValue: to, ...row }: EventRow) => ({
  ...row,
  at: at.toISOString(),
  policy: name === null ? null : companyEvent.shape.policy.parse({ name, from, to }),
});

const newestFirst = [
  { by: sql`e.at`, type: 'timestamptz', direction: 'desc' },
  { by: sql`e.id`, type: 'uuid', direction: 'desc' },
] as const;

const settingNames = ['name', 'timeZone', 'currency', 'weekStartsOn'] as const;

const auditedFields = [
  ...settingNames,
  ...policyNames.filter((name) => name !== 'lockedUntil' && !accessPolicyNames.some((access) => access === name)),
] as const;

/** What the events of a change compare. */
export const comparedColumns = [...settingNames, ...policyNames] as const;

type CompanyValues = Pick<CompanyFacts, (typeof settingNames)[number]> & Policies;

type LockMove = LockDates & { kind: 'lock-date' | 'payroll-closed'; reason?: string | undefined };

export async function recordLockMove(ctx: CompanyContext, { from, to, kind, reason = '' }: LockMove): Promise<void> {
  const event = { companyId: ctx.company.id, id: newId(), kind, actorId: ctx.person.id, at: ctx.now, reason };
  await ctx.db
    .insertInto('companyEvents')
    .values({ ...event, fromDay: from, toDay: to })
    .execute();
}

/** Policies that rights depend on are part of the permanent history; the lock date has its own events. */
export async function recordChanges(ctx: CompanyContext, before: CompanyValues, after: CompanyValues): Promise<void> {
  await recordAccessPolicies(ctx, before, after);
  const entries = auditedFields
    .filter((name) => before[name] !== after[name])
    .map((about) => ({
      kind: isPolicy(about) ? ('policy' as const) : ('company-setting' as const),
      actorId: ctx.person.id,
      about,
      from: String(before[about] ?? ''),
      to: String(after[about] ?? ''),
    }));
  await recordAudit(ctx, ctx.company.id, entries);
}

const isPolicy = (name: string): boolean => policyNames.some((policy) => policy === name);

async function recordAccessPolicies(
  { db, company, person, now: at }: CompanyContext,
  before: AccessPolicies,
  after: AccessPolicies,
): Promise<void> {
  const changed = accessPolicyNames.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return;
  const shared = { companyId: company.id, kind: 'policy', actorId: person.id, at } as const;
  const events = changed.map((policy) => ({
    ...shared,
    id: newId(),
    policy,
    fromValue: String(before[policy]),
    toValue: String(after[policy]),
  }));
  await db.insertInto('companyEvents').values(events).execute();
}

/** Moving the lock date back requires the caller to name the current one, which confirms having seen what is unlocked. */
export async function unlockRefusal(
  ctx: CompanyContext,
  { from, to }: LockDates,
  confirmed: Day | undefined,
): Promise<Refusal | null> {
  if (!unlocksDays(from, to) || from === null || confirmed === from) return null;
  const unlocked = await findUnlocked(ctx, { from, to });
  return refuse('company.lock-date-moves-back', {
    path: 'lockedUntil',
    params: { day: from, count: unlocked.worklogs },
    extra: { lockedUntil: from, opens: unlocked },
  });
}

async function findUnlocked({ db, company }: CompanyContext, { from, to }: { from: Day; to: Day | null }) {
  const { worklogs, first } = await db
    .selectFrom('worklogs')
    .where('companyId', '=', company.id)
    .where('status', '<>', 'deleted')
    .where('day', '<=', from)
    .$if(to !== null, (query) => query.where('day', '>', to))
    .select(({ fn }) => [fn.countAll<number>().as('worklogs'), fn.min('day').as('first')])
    .executeTakeFirstOrThrow();
  const periods = await db
    .selectFrom('payrollExports')
    .where('companyId', '=', company.id)
    .where('kind', '=', 'closed')
    .where('toDay', '<=', from)
    .$if(to !== null, (query) => query.where('toDay', '>', to))
    .select(['fromDay as from', 'toDay as to'])
    .distinct()
    .orderBy('toDay', 'desc')
    .limit(maxListedPeriods)
    .execute();
  return { after: to, firstWorklogOn: first, until: from, worklogs, payrollPeriods: periods };
}

const maxListedPeriods = 24;
