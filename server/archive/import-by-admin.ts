// An import by a company admin, in the browser, into a company in which there is nothing yet (decision 080). People of the archive are
// members of this company, by their verified address, or become former members: no account of the installation gets a membership, and
// nothing depends on whether an address has an account.

import type { ClientBase, Pool, PoolClient } from 'pg';
import {
  archiveTooLarge,
  maxArchiveFiles,
  maxArchiveMinutes,
  maxArchivePeople,
  maxArchiveTableBytes,
} from '#domain/archives.ts';
import { maxCompanyNameLength } from '#domain/companies.ts';
import { nouns } from '#domain/nouns.ts';
import { isAllowed, type Role } from '#domain/permissions.ts';
import { refuse } from '#domain/reasons.ts';
import { newId } from '../db/ids.ts';
import { publishChangeOfJob } from '../db/publish.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { inspectReceipt } from '../receipts/inspect.ts';
import { storing } from '../receipts/storing.ts';
import type { CompanyArchives, UploadedArchive } from '../request/company-archives.ts';
import { createFairSemaphore } from '../request/fair-semaphore.ts';
import { ensureAllowed, RefusalError, refused } from '../request/refused.ts';
import { emptinessOf } from './emptiness.ts';
import { ArchiveRefusal } from './failures.ts';
import { placeFormerMembers, withoutRightsOfFormer } from './former-members.ts';
import { type ImportRules, importCompany, refuseOtherSchema } from './import-file.ts';
import { takeImportLock } from './lock.ts';
import type { ArchiveMeta } from './meta.ts';
import { type ArchiveLimits, readArchive } from './read-archive.ts';
import { stageTable } from './stage.ts';
import { queryOn, readArchivedTables } from './tables.ts';

const limits: ArchiveLimits = {
  maxFiles: maxArchiveFiles,
  maxTableBytes: maxArchiveTableBytes,
  refusal: archiveTooLarge,
};

/** A small archive is read in less. */
const retrySeconds = 20;

type Parts = {
  ownerPool: Pool;
  receipts: ReceiptStore;
  /** For tests. */
  limitMs?: number;
};

export function openArchives({
  ownerPool,
  receipts: store,
  limitMs = maxArchiveMinutes * 60_000,
}: Parts): CompanyArchives {
  const receipts: ReceiptStore = { ...store, write: (place, content) => storing(() => store.write(place, content)) };
  const semaphore = createFairSemaphore({
    atOnce: 2,
    ofCompany: 1,
    isOnlyCompany: () => false,
    waiting: {
      ofCompany: 1,
      ofPerson: 1,
      refusal: busy,
    },
  });
  const inTurn = <T>(archive: UploadedArchive, work: (client: PoolClient) => Promise<T>) =>
    semaphore(archive, () => withClient(ownerPool, limitMs, work));
  return {
    check: (archive) => inTurn(archive, (client) => checkArchive(client, archive)),
    import: async (archive) => {
      // Nobody can see one that waits: `getArchiveTarget` would say that nothing is imported.
      if (!semaphore.hasFreeSlot(archive.companyId)) throw busy();
      return inTurn(archive, async (client) => {
        const { path: file } = archive;
        const { meta, people } = await importCompany({ client, receipts, file, limits, rules: rulesOfAdmin(archive) });
        return { ...countsOf(meta), members: people.matched, formerMembers: people.created };
      });
    },
  };
}

const busy = () => refused('archive.busy', { params: { seconds: retrySeconds } });

/** A connection is destroyed where the import takes too long: its transaction is then rolled back. */
async function withClient<T>(pool: Pool, limitMs: number, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    client.release(true);
  }, limitMs);
  try {
    return await work(client);
  } catch (error) {
    if (isLate) throw refused('archive.too-slow', { params: { minutes: maxArchiveMinutes } });
    if (error instanceof ArchiveRefusal) ensureAllowed(error.refusal);
    throw error;
  } finally {
    clearTimeout(timer);
    if (!isLate) client.release();
  }
}

const countsOf = ({ company, tables, receipts }: ArchiveMeta) => ({
  companyName: company.name.slice(0, maxCompanyNameLength),
  projects: tables.projects?.rows ?? 0,
  worklogs: tables.worklogs?.rows ?? 0,
  receipts: receipts.files,
});

const takenAtOf = ({ takenAt }: ArchiveMeta): string => new Date(takenAt).toISOString();

type PersonRow = { name: string; email: string | null; isMember: boolean; isActive: boolean };

/** Reads every table, so that each checksum is compared; the rows are checked by the import. */
async function checkArchive(client: ClientBase, { companyId, path: file }: UploadedArchive) {
  const archive = await readArchive(file, limits);
  try {
    await refuseOtherSchema(client, file, archive.meta);
    await client.query('begin');
    await client.query(longLimits);
    await client.query(`select set_local('app.company_id', $1)`, [companyId]);
    const tables = await readArchivedTables(queryOn(client));
    for (const table of tables.filter(({ name }) => name in archive.meta.tables))
      if (table.name === 'users' || table.name === 'members') await stageTable({ client, archive, file }, table);
      else for await (const _ of archive.table(table.name));
    await refuseTooManyPeople(client, 'archive_users');
    const { rows: people } = await client.query<PersonRow>(
      `select s.name, s.email,
         s.closed_at is null and exists (select from archive_members m where m.user_id = s.id and m.deactivated_at is null) as "isActive",
         exists (select from users u join members o on o.company_id = $1 and o.user_id = u.id and o.deactivated_at is null
           where u.email = s.email and u.email_verified) as "isMember"
       from archive_users s order by lower(s.name), s.id`,
      [companyId],
    );
    return { ...countsOf(archive.meta), takenAt: takenAtOf(archive.meta), people };
  } finally {
    await client.query('rollback').catch(() => undefined);
    archive.close();
  }
}

async function refuseTooManyPeople(client: ClientBase, staged: string): Promise<void> {
  const { rows } = await client.query(`select from ${staged} offset $1 limit 1`, [maxArchivePeople]);
  if (rows.length > 0)
    throw refused('archive.too-many-people', { path: 'file', params: { maximum: maxArchivePeople } });
}

/** A statement ends soon after its process, so that the company can be imported into again. */
const longLimits = `select set_local('statement_timeout', '${maxArchiveMinutes}min'),
  set_local('idle_in_transaction_session_timeout', '${maxArchiveMinutes}min'),
  case when version() !~ 'Visual C|mingw|Windows' then set_local('client_connection_check_interval', '500') end`;

const rulesOfAdmin = ({ companyId, personId }: UploadedArchive): ImportRules => ({
  chooseTarget: async (client) => {
    await client.query(longLimits);
    await client.query(`select set_local('app.company_id', $1)`, [companyId]);
    await lockTarget(client, { companyId, personId });
    return { id: companyId, exists: true };
  },
  placePeople: async (client, users) => {
    await refuseTooManyPeople(client, users.staged);
    return placeFormerMembers(client, users, companyId);
  },
  prepareRows: withoutRightsOfFormer,
  // Seats are paid for, and how many invites a company may send depends on its age.
  companyValues: {
    seats: 'c.seats',
    created_at: 'c.created_at',
    // A form that was open before must not be saved over the settings of the archive.
    version: 'greatest(c.version, s.version) + 1',
  },
  // As when it is uploaded. Metadata that was removed then is not looked for again: other releases kept more or less of it.
  isReceipt: async (content, type) => (await inspectReceipt(content).catch(noneIfRefused))?.type === type,
  finish: async (client, meta) => {
    await client.query(
      `insert into audit_events (company_id, id, kind, at, actor_id, about, to_value)
       select id, $2, 'company-imported', now(), $3, left(name, ${maxAboutLength}), $4
       from companies where id = $1`,
      [companyId, newId(), personId, takenAtOf(meta)],
    );
    await publishChangeOfJob(client, companyId, nouns);
  },
});

function noneIfRefused(error: unknown): null {
  if (error instanceof RefusalError) return null;
  throw error;
}

/** Of the audit log. */
const maxAboutLength = 100;

/** Others wait for the company until the commit. Rights may have ended since the request was authorised. */
async function lockTarget(
  client: ClientBase,
  { companyId, personId }: Pick<UploadedArchive, 'companyId' | 'personId'>,
): Promise<void> {
  if (!(await takeImportLock(queryOn(client), companyId))) throw refused('archive.running');
  await client.query('select from companies where id = $1 for update', [companyId]);
  const { rows: members } = await client.query<{ role: Role }>(
    'select role from members where company_id = $1 and user_id = $2 and deactivated_at is null',
    [companyId, personId],
  );
  if (!members[0] || !isAllowed(members[0], 'company.import')) ensureAllowed(refuse('role.not-allowed'));
  if (await emptinessOf(queryOn(client), companyId)) return;
  throw refused('archive.not-empty');
}
