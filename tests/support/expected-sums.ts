// The expected totals of reports, computed by a plain sum over rows.

import type { TestApp } from './app.ts';

export type WorklogSumRow = {
  worker_id: string;
  project_id: string;
  client_id: string | null;
  task_id: string;
  kind: string;
  status: string;
  day: string;
  minutes: number | null;
  amount_minor: number | null;
  currency: string;
  is_billable: boolean;
};

export const expectedTotals = (rows: readonly WorklogSumRow[]) => {
  const of = (status: string) => rows.filter((row) => row.status === status);
  const minutes = (some: readonly WorklogSumRow[]) => some.reduce((sum, row) => sum + (row.minutes ?? 0), 0);
  const expenses = (some: readonly WorklogSumRow[]) => {
    const amountMinor = some.reduce((sum, row) => sum + (row.amount_minor ?? 0), 0);
    return amountMinor === 0 ? [] : [{ amountMinor, currency: 'IDR' }];
  };
  return {
    items: rows.length,
    pendingItems: of('pending').length,
    approvedItems: of('approved').length,
    rejectedItems: of('rejected').length,
    minutes: minutes(rows),
    pendingMinutes: minutes(of('pending')),
    approvedMinutes: minutes(of('approved')),
    expenses: expenses(rows),
    pendingExpenses: expenses(of('pending')),
    approvedExpenses: expenses(of('approved')),
    billableMinutes: minutes(rows.filter((row) => row.is_billable)),
    billableExpenses: expenses(rows.filter((row) => row.is_billable)),
  };
};

export async function worklogRows({ superuser }: TestApp, companyId: string): Promise<WorklogSumRow[]> {
  const { rows } = await superuser.query<WorklogSumRow>(
    `select w.worker_id, w.project_id, p.client_id, w.task_id, w.kind, w.status, w.day::text as day, w.minutes,
       w.amount_minor::float8 as amount_minor, w.currency, w.is_billable
     from worklogs w join projects p on p.company_id = w.company_id and p.id = w.project_id
     where w.company_id = $1 and w.status <> 'deleted'`,
    [companyId],
  );
  return rows;
}
