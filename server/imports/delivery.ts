// Records the delivery state of the emails of an import. A mail is sent only while its invite is pending and its link the newest:
// revoking stops mails that are still queued. If the process is killed between sending and recording, the mail is sent again with
// the same Message-ID.

import type { Task } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { inCompany } from '../db/in-company.ts';
import { publishChangeOfJob } from '../db/publish.ts';
import { isLastAttempt } from '../mail/last-attempt.ts';
import { type ImportRowKey, importRowOf } from '../mail/payload.ts';

/** Browsers that show an import fetch it again on each message: often enough for a progress bar. */
const publishIntervalMs = 700;

/** Wraps the mail task; records the outcome of mails that belong to an import. */
export function recordingImports(pool: Pool, send: Task): Task {
  const publishedAt = new Map<string, number>();
  const record = (row: ImportRowKey, mail: 'sent' | 'failed' | 'dropped') =>
    inCompany(pool, row.companyId, async (client) => {
      // Locked, so that outcomes are recorded one after the other and the last one is detected.
      await client.query('select 1 from imports where company_id = $1 and id = $2 for update', runKey(row));
      await client.query('update import_rows set mail = $4 where company_id = $1 and import_id = $2 and line = $3', [
        ...rowKey(row),
        mail,
      ]);
      await publishProgress(client, row, publishedAt);
    });
  return async (payload, helpers) => {
    const row = importRowOf(payload);
    if (row === null) return send(payload, helpers);
    const state = await inCompany(pool, row.companyId, (client) => stateOf(client, row));
    if (state === 'done') return;
    if (state === 'not needed') return record(row, 'dropped');
    try {
      await send(payload, helpers);
    } catch (error) {
      if (isLastAttempt(error, helpers)) await record(row, 'failed');
      throw error;
    }
    return record(row, 'sent');
  };
}

/** Deletes the names and addresses of an import after a month; the invites stay. */
export async function deleteImport(pool: Pool, payload: unknown): Promise<void> {
  const row = z.object({ companyId: z.uuid(), importId: z.uuid() }).parse(payload);
  await inCompany(pool, row.companyId, (client) =>
    client.query('delete from imports where company_id = $1 and id = $2', runKey(row)),
  );
}

type RunKey = Pick<ImportRowKey, 'companyId' | 'importId'>;

const runKey = ({ companyId, importId }: RunKey) => [companyId, importId];
const rowKey = (row: ImportRowKey) => [...runKey(row), row.line];

async function stateOf(client: PoolClient, row: ImportRowKey): Promise<'open' | 'done' | 'not needed'> {
  const { rows } = await client.query<{ isDone: boolean; isOpen: boolean }>(
    `select r.mail = 'sent' as "isDone",
       v.accepted_at is null and v.revoked_at is null and v.expires_at > now() and v.sent_at = i.created_at as "isOpen"
     from import_rows r
     join imports i on i.company_id = r.company_id and i.id = r.import_id
     join invites v on v.company_id = r.company_id and v.id = r.invite_id
     where r.company_id = $1 and r.import_id = $2 and r.line = $3`,
    rowKey(row),
  );
  if (rows[0]?.isDone) return 'done';
  return rows[0]?.isOpen ? 'open' : 'not needed';
}

async function publishProgress(client: PoolClient, row: ImportRowKey, publishedAt: Map<string, number>): Promise<void> {
  const { rows } = await client.query<{ isLast: boolean }>(
    `select not exists (select from import_rows where company_id = $1 and import_id = $2 and mail = 'waiting') as "isLast"`,
    runKey(row),
  );
  const isLast = rows[0]?.isLast ?? true;
  const now = performance.now();
  if (!isLast && now - (publishedAt.get(row.importId) ?? Number.NEGATIVE_INFINITY) < publishIntervalMs) return;
  if (isLast) publishedAt.delete(row.importId);
  else publishedAt.set(row.importId, now);
  await publishChangeOfJob(client, row.companyId, ['imports']);
}
