// The company of the demo, the screenshots and the journeys: every role, five projects, three months of worklogs in every
// state, overlaps, expenses with receipts, open invites; and the founder's one-person company on the Free plan.
// Inserted as the application role under row-level security, so that all constraints of the product apply.

import type { Insertable, Transaction } from 'kysely';
import { inviteLifetimeDays } from '#domain/invites.ts';
import type { Locale } from '#domain/settings.ts';
import type { OpenDatabase } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Database, WorklogEventsTable, WorklogsTable } from '#server/db/schema.ts';
import type { ReceiptStore } from '#server/ports/receipts/receipts.ts';
import { setCurrentCompany } from '#server/request/tenant.ts';
import { reasonsOf, type SeededTask, type SeedWorklog, seededDays, worklogsOf } from './days.ts';
import { type DemoPerson, demoPeople, projects } from './demo-people.ts';
import { taskName } from './notes.ts';
import { type Random, randomFrom } from './random.ts';
import { type SeededExpense, seedReceipts } from './receipts.ts';

const companyZone = 'Asia/Jakarta';
const dayMs = 86_400_000;

type Db = Transaction<Database>;
type People = ReadonlyMap<string, DemoPerson & { id: string }>;

type Seeding = { database: OpenDatabase; receipts: ReceiptStore; now: Date; seed?: number; locale?: Locale };

/** Fills an empty database; does nothing if it is filled already. The data depend only on `seed`, `now` and the language. */
export async function seedDemo({ database, receipts, now, seed = 2026, locale = 'en' }: Seeding): Promise<void> {
  await database.app.transaction().execute(async (db) => {
    const isFilled = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', demoPeople[0].email)
      .executeTakeFirst();
    if (isFilled) return;
    const random = randomFrom(seed);
    const people = await createPeople(db, now, locale);
    await createOwnCompany(db, people, now);
    const companyId = await createCompany(db, people, now);
    const tasksByWorker = await createProjects({ db, companyId, people, now, locale });
    const { expenses, events } = await createWorklogs({ db, companyId, people, now, locale }, tasksByWorker, random);
    await seedReceipts({ db, store: receipts }, expenses);
    // After the receipts, because the events list the receipts of their worklog.
    for (const rows of inBatches(events)) await db.insertInto('worklogEvents').values(rows).execute();
    await createInvites(db, companyId, people, now);
  });
}

async function createPeople(db: Db, now: Date, locale: Locale): Promise<People> {
  const people = demoPeople.map((member) => ({ ...member, id: newId() }));
  await db
    .insertInto('users')
    .values(
      people.map(({ id, name, email, theme }) => ({
        id,
        name,
        email,
        emailVerified: true,
        settings: JSON.stringify({ theme, locale }),
        createdAt: new Date(now.getTime() - (seededDays + 20) * dayMs),
      })),
    )
    .execute();
  return new Map(people.map((member) => [member.name, member]));
}

async function createCompany(db: Db, people: People, now: Date): Promise<string> {
  const companyId = newId();
  const joinedAt = new Date(now.getTime() - (seededDays + 10) * dayMs);
  await setCurrentCompany(db, companyId);
  await db
    .insertInto('companies')
    .values({
      id: companyId,
      name: 'Karya Bangun Nusantara',
      timeZone: companyZone,
      currency: 'IDR',
      seats: 25,
      overlaps: 'flag',
      createdAt: joinedAt,
    })
    .execute();
  await db
    .insertInto('members')
    .values([...people.values()].map(({ id, role }) => ({ companyId, userId: id, role, joinedAt })))
    .execute();
  return companyId;
}

async function createOwnCompany(db: Db, people: People, now: Date): Promise<void> {
  const companyId = newId();
  await setCurrentCompany(db, companyId);
  await db
    .insertInto('companies')
    .values({ id: companyId, name: 'Wahyuni Consulting', timeZone: companyZone, currency: 'USD', createdAt: now })
    .execute();
  await db
    .insertInto('members')
    .values({ companyId, userId: idOf(people, 'Sri Wahyuni'), role: 'company admin', joinedAt: now })
    .execute();
}

type InCompany = { db: Db; companyId: string; people: People; now: Date; locale: Locale };

async function createClients({ db, companyId }: InCompany): Promise<ReadonlyMap<string, string>> {
  const names = new Set(projects.flatMap(({ client }) => client ?? []));
  const clients = [...names].map((name) => ({ companyId, id: newId(), name }));
  await db.insertInto('clients').values(clients).execute();
  return new Map(clients.map(({ id, name }) => [name, id]));
}

async function createProjects(within: InCompany): Promise<Map<string, SeededTask[]>> {
  const { db, companyId, people, now, locale } = within;
  const clients = await createClients(within);
  const tasksByWorker = new Map<string, SeededTask[]>();
  const everyone = (Map.groupBy(demoPeople, ({ role }) => role).get('worker') ?? []).map(({ name }) => name);
  for (const project of projects) {
    const projectId = newId();
    await db
      .insertInto('projects')
      .values({
        companyId,
        id: projectId,
        name: project.name,
        code: project.code,
        colour: project.colour,
        notes: project.notes[locale],
        clientId: clients.get(project.client ?? '') ?? null,
        budgetMinutes: project.budgetHours ? project.budgetHours * 60 : null,
        forEveryone: project.workers === undefined,
        archivedAt: project.isArchived ? new Date(now.getTime() - 20 * dayMs) : null,
      })
      .execute();
    const links = (names: readonly string[]) =>
      names.map((name) => ({ companyId, projectId, userId: idOf(people, name) }));
    await db.insertInto('projectManagers').values(links(project.managers)).execute();
    if (project.workers) await db.insertInto('projectWorkers').values(links(project.workers)).execute();
    const tasks = project.tasks.map((task) => ({ ...task, id: newId(), projectId }));
    await db
      .insertInto('tasks')
      .values(
        tasks.map((task) => ({
          companyId,
          id: task.id,
          projectId,
          name: taskName(task.name, locale),
          kind: task.kind,
          budgetMinutes: task.budgetHours ? task.budgetHours * 60 : null,
          budgetMinor: task.budgetRupiah ? task.budgetRupiah * 100 : null,
          closedAt: task.isClosed ? now : null,
        })),
      )
      .execute();
    for (const worker of project.workers ?? everyone) {
      const open = tasks.filter((task) => !task.isClosed);
      tasksByWorker.set(worker, [...(tasksByWorker.get(worker) ?? []), ...open]);
    }
  }
  return tasksByWorker;
}

async function createWorklogs(
  { db, companyId, people, now, locale }: InCompany,
  tasksByWorker: ReadonlyMap<string, SeededTask[]>,
  random: Random,
): Promise<{ expenses: SeededExpense[]; events: Insertable<WorklogEventsTable>[] }> {
  const deciders = [idOf(people, 'Dewi Lestari'), idOf(people, 'Maria Tandiono'), idOf(people, 'Sri Wahyuni')] as const;
  const worklogs: Insertable<WorklogsTable>[] = [];
  const events: Insertable<WorklogEventsTable>[] = [];
  const expenses: SeededExpense[] = [];
  for (const [name, tasks] of tasksByWorker) {
    const member = people.get(name);
    if (!member) continue;
    let lastReason: string | undefined;
    for (const one of worklogsOf({ member, tasks, companyZone, now, random, locale })) {
      const id = newId();
      const reasons = one.status === 'rejected' ? reasonsOf(one, locale) : [];
      const reviewNotes = reasons.find((reason) => reason !== lastReason) ?? null;
      lastReason = reviewNotes ?? lastReason;
      const decision = { reviewerId: one.reviewedAt ? random.pick(deciders) : null, reviewNotes };
      worklogs.push(rowOf(one, { companyId, id, workerId: member.id, zone: member.zone, ...decision }));
      if (one.amountMinor !== null)
        expenses.push({ ...one, amountMinor: one.amountMinor, companyId, worklogId: id, workerId: member.id });
      events.push(...eventsOf(one, { companyId, worklogId: id, workerId: member.id, ...decision }));
    }
  }
  for (const rows of inBatches(worklogs)) await db.insertInto('worklogs').values(rows).execute();
  await setUsedBudgets({ db, companyId, locale }, worklogs);
  return { expenses, events };
}

/** Budgets of tasks that have used a given part of theirs, rounded up to ten hours. */
async function setUsedBudgets(
  { db, companyId, locale }: Pick<InCompany, 'db' | 'companyId' | 'locale'>,
  worklogs: readonly Insertable<WorklogsTable>[],
) {
  for (const { name, usedBudget } of projects.flatMap(({ tasks }) => tasks)) {
    if (usedBudget === undefined) continue;
    const task = await db
      .selectFrom('tasks')
      .where('companyId', '=', companyId)
      .where('name', '=', taskName(name, locale))
      .select('id')
      .executeTakeFirstOrThrow();
    const own = worklogs.filter(({ taskId, status }) => taskId === task.id && status !== 'rejected');
    const hours = own.reduce((sum, { startsAt, endsAt }) => sum + hoursBetween(startsAt, endsAt), 0);
    const budgetMinutes = Math.ceil(hours / usedBudget / 10) * 600;
    await db
      .updateTable('tasks')
      .set({ budgetMinutes })
      .where('companyId', '=', companyId)
      .where('id', '=', task.id)
      .execute();
  }
}

const hoursBetween = (from: unknown, to: unknown): number =>
  from instanceof Date && to instanceof Date ? (to.getTime() - from.getTime()) / 3_600_000 : 0;

type Decision = { reviewerId: string | null; reviewNotes: string | null };
type Keys = Decision & { companyId: string; id: string; workerId: string; zone: string };

const rowOf = ({ task, ...one }: SeedWorklog, keys: Keys): Insertable<WorklogsTable> => ({
  ...one,
  ...keys,
  taskId: task.id,
  projectId: task.projectId,
  kind: task.kind,
  currency: 'IDR',
  version: one.reviewedAt ? 2 : 1,
});

function eventsOf(
  one: SeedWorklog,
  keys: Decision & { companyId: string; worklogId: string; workerId: string },
): Insertable<WorklogEventsTable>[] {
  const { companyId, worklogId, workerId, reviewerId, reviewNotes } = keys;
  const submitted = {
    companyId,
    worklogId,
    id: newId(),
    move: 'submit' as const,
    actorId: workerId,
    at: one.submittedAt,
    version: 1,
  };
  if (!reviewerId || !one.reviewedAt) return [submitted];
  const move = one.status === 'approved' ? ('approve' as const) : ('reject' as const);
  return [
    submitted,
    {
      companyId,
      worklogId,
      id: newId(),
      move,
      actorId: reviewerId,
      at: one.reviewedAt,
      version: 2,
      notes: reviewNotes,
    },
  ];
}

async function createInvites(db: Db, companyId: string, people: People, now: Date): Promise<void> {
  const invitedBy = idOf(people, 'Sri Wahyuni');
  const sent = (daysAgo: number) => {
    const sentAt = new Date(now.getTime() - daysAgo * dayMs);
    return {
      companyId,
      id: newId(),
      invitedBy,
      createdAt: sentAt,
      sentAt,
      expiresAt: new Date(sentAt.getTime() + inviteLifetimeDays * dayMs),
    };
  };
  await db
    .insertInto('invites')
    .values([
      { ...sent(2), email: 'putri.anggraini@example.com', role: 'worker' },
      { ...sent(1), email: 'bambang.wijaya@example.com', role: 'timesheet approver', undeliverable: 'address-refused' },
      { ...sent(20), email: 'eko.nugroho@example.com', role: 'worker' },
    ])
    .execute();
}

const idOf = (people: People, name: string): string => {
  const member = people.get(name);
  if (!member) throw new Error(`${name} is not in the demo.`);
  return member.id;
};

/** PostgreSQL takes at most 65,535 parameters in a statement. */
function* inBatches<T>(rows: readonly T[], size = 1_000): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
