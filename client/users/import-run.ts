// Sends the invites of a list one by one, and stops where going on is pointless. What was sent stays sent.

import { useRef, useState } from 'react';
import { ApiProblem, api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { invalidate } from '../queries.ts';
import { problemText } from '../ui/problem-text.ts';
import type { ImportRow } from './import-list.ts';

export type ImportRun = {
  isRunning: boolean;
  total: number;
  sent: number;
  /** Refused addresses with the reason. */
  refused: { email: string; reason: string }[];
  /** Why it ended before the last one. */
  stoppedBy: { reason: string; isSeats: boolean } | null;
};

const before: ImportRun = { isRunning: false, total: 0, sent: 0, refused: [], stoppedBy: null };

export function useImportRun() {
  const { id: companyId } = useCompany();
  const [run, setRun] = useState(before);
  const isWanted = useRef(false);
  const invite = async ({ email, role }: ImportRow) => {
    await api('POST /companies/{companyId}/invites', { companyId, email, role });
  };
  const start = async (rows: readonly ImportRow[]) => {
    isWanted.current = true;
    let now: ImportRun = { ...before, isRunning: true, total: rows.length };
    for (const row of rows) {
      setRun(now);
      if (!isWanted.current || now.stoppedBy) break;
      now = await attempt(now, row, invite);
    }
    setRun({ ...now, isRunning: false });
    await invalidate(['invites', 'companies', 'dashboard']);
  };
  const stop = () => {
    isWanted.current = false;
  };
  return { run, start, stop };
}

async function attempt(run: ImportRun, row: ImportRow, invite: (row: ImportRow) => Promise<void>): Promise<ImportRun> {
  try {
    await invite(row);
    return { ...run, sent: run.sent + 1 };
  } catch (error) {
    const reason = problemText(error);
    if (isOnlyThisOne(error)) return { ...run, refused: [...run.refused, { email: row.email, reason }] };
    return { ...run, stoppedBy: { reason, isSeats: error instanceof ApiProblem && error.code === 'seats.none-free' } };
  }
}

/** The next address may still be fine: this one is a member or invited meanwhile, or no address to the server. */
const isOnlyThisOne = (error: unknown): boolean =>
  error instanceof ApiProblem && error.errors.some(({ path }) => path === 'email');
