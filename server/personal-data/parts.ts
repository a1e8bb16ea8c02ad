// The personal data of a person, read in small parts. Each is read in a transaction of its own as that person: outside of any
// company for what belongs to them, inside a company for what they did there.

import { sql } from 'kysely';
import { type PersonalData, personalDataFormat } from '#contract/personal-data.ts';
import { savedFilter, savedGroups } from '#contract/saved-reports.ts';
import { inviteState } from '#domain/invites.ts';
import { passkeyNameOf } from '#domain/passkeys.ts';
import { settingsOf } from '../identity/session-response.ts';
import { findQuietHours } from '../push/quiet-hours.ts';
import type { PersonContext } from '../request/context.ts';
import { setCurrentCompany, setCurrentPerson } from '../request/tenant.ts';
import { timerWithTask } from '../timers/rows.ts';

export type DownloadHead = Pick<
  PersonalData,
  'format' | 'takenAt' | 'account' | 'sessions' | 'knownBrowsers' | 'invites'
> & {
  companyIds: string[];
};

export async function readHead(ctx: PersonContext): Promise<DownloadHead> {
  await setCurrentPerson(ctx.db, ctx.person.id);
  const memberships = await ctx.db
    .selectFrom('members')
    .select('companyId')
    .where('userId', '=', ctx.person.id)
    .orderBy('companyId')
    .execute();
  return {
    format: personalDataFormat,
    takenAt: ctx.now.toISOString(),
    account: await readAccount(ctx),
    sessions: await readSessions(ctx),
    knownBrowsers: await readKnownBrowsers(ctx),
    invites: await readInvites(ctx),
    companyIds: memberships.map(({ companyId }) => companyId),
  };
}

async function readAccount(ctx: PersonContext): Promise<PersonalData['account']> {
  const { db, person } = ctx;
  const { id, name, email } = person;
  const user = await db
    .selectFrom('users as u')
    .leftJoin('secondFactors as f', 'f.userId', 'u.id')
    .where('u.id', '=', id)
    .select(['u.emailVerified', 'u.createdAt', 'u.settings', 'f.turnedOnAt'])
    .select(sql<boolean>`exists (select from accounts a where a.user_id = u.id)`.as('hasPassword'))
    .executeTakeFirstOrThrow();
  const passkeys = await readPasskeys(ctx);
  const accessTokens = await readAccessTokens(ctx);
  const declined = await db
    .selectFrom('declinedMails')
    .where('userId', '=', id)
    .select('kind')
    .orderBy('kind')
    .execute();
  return {
    id,
    name,
    email,
    emailVerified: user.emailVerified,
    createdAt: user.createdAt.toISOString(),
    settings: settingsOf(user.settings),
    hasPassword: user.hasPassword,
    secondFactorSince: user.turnedOnAt?.toISOString() ?? null,
    declinedEmails: declined.map(({ kind }) => kind),
    pushDevices: await readPushDevices(ctx),
    quietHours: await findQuietHours(db, id),
    accessTokens,
    passkeys,
  };
}

async function readPasskeys({ db, person }: PersonContext): Promise<PersonalData['account']['passkeys']> {
  const rows = await db
    .selectFrom('passkeys')
    .where('userId', '=', person.id)
    .select(['name', 'createdAt', 'lastUsedAt'])
    .orderBy('id')
    .execute();
  return rows.map(({ name, createdAt, lastUsedAt }) => ({
    name: passkeyNameOf(name),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

async function readPushDevices({ db, person }: PersonContext): Promise<PersonalData['account']['pushDevices']> {
  const rows = await db
    .selectFrom('pushSubscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.sessionId')
    .where('p.userId', '=', person.id)
    .select(['s.userAgent', 'p.createdAt'])
    .orderBy('p.id')
    .execute();
  return rows.map(({ userAgent, createdAt }) => ({ userAgent: userAgent ?? '', createdAt: createdAt.toISOString() }));
}

async function readAccessTokens({ db, person }: PersonContext): Promise<PersonalData['account']['accessTokens']> {
  const rows = await db
    .selectFrom('accessTokens')
    .where('userId', '=', person.id)
    .select(['name', 'isReadOnly', 'createdAt', 'expiresAt', 'lastUsedOn'])
    .orderBy('id')
    .execute();
  return rows.map((one) => ({
    ...one,
    createdAt: one.createdAt.toISOString(),
    expiresAt: one.expiresAt.toISOString(),
  }));
}

async function readSessions({ db, person }: PersonContext): Promise<PersonalData['sessions']> {
  const rows = await db
    .selectFrom('sessions')
    .select(['createdAt', 'expiresAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', person.id)
    .orderBy('createdAt')
    .execute();
  return rows.map((row) => ({
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    address: row.ipAddress ?? '',
    userAgent: row.userAgent ?? '',
  }));
}

async function readKnownBrowsers({ db, person }: PersonContext): Promise<PersonalData['knownBrowsers']> {
  const rows = await db
    .selectFrom('knownBrowsers')
    .select(['firstUsedAt', 'lastUsedAt'])
    .where('userId', '=', person.id)
    .orderBy('firstUsedAt')
    .execute();
  return rows.map(({ firstUsedAt, lastUsedAt }) => ({
    firstUsedAt: firstUsedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }));
}

async function readInvites({ db, person, now }: PersonContext): Promise<PersonalData['invites']> {
  const rows = await db
    .selectFrom('invites as i')
    .innerJoin('companies as c', 'c.id', 'i.companyId')
    .where('i.email', '=', person.email)
    .select(['c.name as companyName', 'i.role', 'i.createdAt', 'i.expiresAt', 'i.acceptedAt', 'i.revokedAt'])
    .orderBy('i.id')
    .execute();
  return rows.map((row) => ({
    companyName: row.companyName,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    state: inviteState(row, now),
  }));
}

/** Days that the member `m` marked as complete. */
const completeDays = (companyId: string) => sql<string[]>`array(
  select d.day::text from complete_days d
  where d.company_id = ${companyId} and d.user_id = m.user_id order by d.day)`;

const mailsFailingSince = (companyId: string) => sql<Date | null>`(
  select f.since from failed_mails f where f.company_id = ${companyId} and f.user_id = m.user_id)`;

/** Also of companies that the person has left: they may know what is stored about them. */
export async function readMembership(ctx: PersonContext, companyId: string): Promise<PersonalData['memberships']> {
  await setCurrentCompany(ctx.db, companyId);
  const parts = {
    timer: await readTimer(ctx, companyId),
    standIns: await readStandIns(ctx, companyId),
    ...(await readReports(ctx, companyId)),
  };
  const names = (table: 'project_managers' | 'project_workers') => sql<string[]>`array(
    select p.name from ${sql.table(table)} one join projects p on p.company_id = one.company_id and p.id = one.project_id
    where one.company_id = ${companyId} and one.user_id = m.user_id and m.deactivated_at is null order by lower(p.name))`;
  const favourites = sql<string[]>`array(
    select p.name || ' / ' || t.name from favourite_tasks f
    join tasks t on t.company_id = f.company_id and t.id = f.task_id
    join projects p on p.company_id = t.company_id and p.id = t.project_id
    where f.company_id = ${companyId} and f.user_id = m.user_id order by f.position)`;
  const rows = await ctx.db
    .selectFrom('members as m')
    .innerJoin('companies as c', 'c.id', 'm.companyId')
    .where('m.companyId', '=', companyId)
    .where('m.userId', '=', ctx.person.id)
    .select(['c.name as companyName', 'm.role', 'm.joinedAt', 'm.deactivatedAt'])
    .select([
      names('project_managers').as('managedProjects'),
      names('project_workers').as('assignedProjects'),
      favourites.as('favouriteTasks'),
      completeDays(companyId).as('completeDays'),
      mailsFailingSince(companyId).as('mailsFailingSince'),
    ])
    .execute();
  return rows.map((row) => ({
    ...row,
    companyId,
    joinedAt: row.joinedAt.toISOString(),
    deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
    mailsFailingSince: row.mailsFailingSince?.toISOString() ?? null,
    ...parts,
  }));
}

async function readTimer(ctx: PersonContext, companyId: string) {
  const row = await timerWithTask(ctx, companyId)
    .select(['p.name as projectName', 't.name as taskName', 'r.startedAt', 'r.stoppedAt', 'r.zone', 'r.notes'])
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, startedAt: row.startedAt.toISOString(), stoppedAt: row.stoppedAt?.toISOString() ?? null };
}

/** Without the name of the other person: the file names no others except deciders. */
async function readStandIns({ db, person }: PersonContext, companyId: string) {
  const rows = await db
    .selectFrom('standIns')
    .where('companyId', '=', companyId)
    .where((eb) => eb.or([eb('approverId', '=', person.id), eb('standInId', '=', person.id)]))
    .select(['approverId', 'fromDay', 'toDay', 'createdAt', 'endedAt'])
    .orderBy('id')
    .execute();
  return rows.map(({ approverId, createdAt, endedAt, ...days }) => ({
    side: approverId === person.id ? ('approver' as const) : ('stand-in' as const),
    ...days,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
}

async function readReports({ db, person }: PersonContext, companyId: string) {
  const reports = await db
    .selectFrom('savedReports')
    .where('companyId', '=', companyId)
    .where('ownerId', '=', person.id)
    .select(['name', 'view', 'range', 'fromDay as from', 'toDay as to', 'filter', 'groupBy', 'isShared', 'createdAt'])
    .orderBy('id')
    .execute();
  const reportChoices = await db
    .selectFrom('savedReportChoices')
    .where('companyId', '=', companyId)
    .where('userId', '=', person.id)
    .select(['reportId', 'isPinned', 'mail', 'mailFormat', 'mailedOn'])
    .orderBy('reportId')
    .execute();
  const savedReports = reports.map(({ filter, groupBy, createdAt, ...report }) => ({
    ...report,
    filter: savedFilter.parse(filter),
    groupBy: savedGroups.parse(groupBy),
    createdAt: createdAt.toISOString(),
  }));
  return { savedReports, reportChoices };
}
