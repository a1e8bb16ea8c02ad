import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { read } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { formatNumber } from '../ui/format.ts';
import { Pager } from '../ui/Pager.tsx';
import { pageOf } from '../ui/rows.ts';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx';
import { ImportSend } from './ImportSend.tsx';
import { importColumns } from './import-columns.tsx';
import { type ImportRow, readImport } from './import-list.ts';
import { useImportRun } from './import-run.ts';
import { NoSeatFree } from './NoSeatFree.tsx';
import { useSeats } from './SeatsInUse.tsx';
import classes from './users.module.css';

type Props = { list: string; role: Role; onDone: () => void };

/** What would happen with each line, whether the seats suffice, and then the sending. */
export function ImportCheck({ list, role, onDone }: Props) {
  const { id: companyId } = useCompany();
  const [paging, setPaging] = useState<{ page: number; size: number }>({ page: 1, size: 25 });
  const members = useQuery(read('members', 'GET /companies/{companyId}/members', { companyId }));
  const invites = useQuery(read('invites', 'GET /companies/{companyId}/invites', { companyId }));
  const seats = useSeats();
  const sending = useImportRun();
  const failed = [members, invites].find(({ isError }) => isError);
  if (failed) return <ErrorState error={failed.error} onRetry={failed.refetch} />;
  if (!members.data || !invites.data || !seats) return <SkeletonRows rows={4} />;
  const known = {
    members: new Set(
      members.data.members.flatMap(({ email, deactivatedAt }) => (email && !deactivatedAt ? [email] : [])),
    ),
    invited: new Set(invites.data.invites.filter(({ state }) => state === 'pending').map(({ email }) => email)),
  };
  const rows = readImport(list, role, known);
  const fresh = rows.filter(({ state }) => state === 'new');
  const missing = fresh.length - seats.free;
  const { page, rows: shown } = pageOf(rows, paging.page, paging.size);
  const send = async () => {
    await sending.start(fresh);
    onDone();
  };
  return (
    <section className={classes.check} aria-label={m.users_import_result()}>
      <h2>{m.users_import_result()}</h2>
      <SummaryFigures figures={figuresOf(rows)} />
      {missing > 0 && !sending.run.isRunning && (
        <NoSeatFree
          text={m.users_import_seats({ needed: formatNumber(fresh.length), free: formatNumber(seats.free) })}
          returnTo={pathTo('/users/import')}
        />
      )}
      <ImportSend
        run={sending.run}
        count={fresh.length}
        isPossible={missing <= 0}
        onSend={send}
        onStop={sending.stop}
      />
      <DataTable
        caption={m.users_import_result()}
        columns={importColumns()}
        rows={shown}
        keyOf={({ line }) => String(line)}
        empty={<EmptyState text={m.users_import_empty()} />}
      />
      {rows.length > 10 && (
        <Pager
          page={page}
          pageSize={paging.size}
          total={rows.length}
          onPage={(next) => setPaging({ ...paging, page: next })}
          onPageSize={(size) => setPaging({ page: 1, size })}
        />
      )}
    </section>
  );
}

function figuresOf(rows: readonly ImportRow[]) {
  const count = (...states: ImportRow['state'][]) =>
    formatNumber(rows.filter(({ state }) => states.includes(state)).length);
  return [
    { label: m.users_import_new(), value: count('new') },
    { label: m.users_import_member(), value: count('member') },
    { label: m.users_import_invited(), value: count('invited') },
    { label: m.users_import_wrong(), value: count('wrong-email', 'wrong-role', 'repeated') },
  ];
}
