import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportRun } from '#contract/imports.ts';
import { problemVerdicts } from '#domain/imports.ts';
import { m } from '#locales/messages.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { formatInstant, formatNumber } from '../ui/format.ts';
import { ProgressBar } from '../ui/Progress.tsx';
import { problemText } from '../ui/problem-text.ts';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { ImportRows } from './ImportRows.tsx';
import classes from './import.module.css';
import { saveRows } from './import-csv.ts';
import { useImportParameters } from './import-parameters.ts';

/** Polling is a fallback for live updates, which are lost while the first request is in progress. */
const pollIntervalMs = 3_000;

/** The progress of a run's emails and the result of each row; updates automatically. */
export function ImportRunView({ id: importId, againLabel }: { id: string; againLabel: string }) {
  const { id: companyId } = useCompany();
  const [{ show, page, size }, change] = useImportParameters();
  const run = useQuery({
    ...apiQuery('imports', 'GET /companies/{companyId}/imports/{importId}', { companyId, importId }),
    refetchInterval: ({ state }) => (state.data && state.data.mails.waiting > 0 ? pollIntervalMs : false),
  });
  const rows = useQuery({
    ...apiQuery('imports', 'GET /companies/{companyId}/imports/{importId}/rows', {
      companyId,
      importId,
      show,
      page,
      pageSize: size,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.rows.some(({ mail }) => mail === 'waiting') ? pollIntervalMs : false),
  });
  const failed = [run, rows].find(({ isLoadingError }) => isLoadingError);
  if (failed) return <ErrorState error={failed.error} onRetry={failed.refetch} />;
  if (!run.data) return <SkeletonRows rows={6} />;
  const title = run.data.fileName || m.users_import_pasted();
  return (
    <section className={classes.check} aria-label={title}>
      <div>
        <h2 className={classes.fileName}>{title}</h2>
        <p className="dimmed">
          {m.users_import_run_by({ name: run.data.startedByName, at: formatInstant(run.data.createdAt) })}
        </p>
      </div>
      <RunProgress run={run.data} />
      <SummaryFigures figures={figuresOf(run.data)} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => change({ run: '', show: 'all', page: 1 })}>
          {againLabel}
        </Button>
        <DownloadRows run={run.data} />
      </div>
      <ImportRows
        rows={rows.data?.rows ?? []}
        total={rows.data?.total ?? 0}
        page={page}
        isLoading={rows.isPending}
        isRefreshing={rows.isPlaceholderData}
      />
    </section>
  );
}

function RunProgress({ run: { mails } }: { run: ImportRun }) {
  const total = mails.sent + mails.failed + mails.waiting;
  if (mails.waiting === 0) return <p role="status">{m.users_import_sent({ count: mails.sent })}</p>;
  const label = m.users_import_progress({ sent: formatNumber(mails.sent), total: formatNumber(total) });
  return (
    <div className={classes.progress}>
      <ProgressBar value={total - mails.waiting} max={total} label={label} />
      <p className="numeric" role="status">
        {label}
      </p>
    </div>
  );
}

const problemCount = ({ counts }: ImportRun): number =>
  problemVerdicts.map((verdict) => counts[verdict]).reduce((sum, count) => sum + count, 0);

function figuresOf(run: ImportRun) {
  const { mails, counts } = run;
  return [
    { label: m.users_import_mails_sent(), value: formatNumber(mails.sent) },
    { label: m.users_import_mails_failed(), value: formatNumber(mails.failed) },
    { label: m.users_import_known(), value: formatNumber(counts.member + counts.invited) },
    { label: m.users_import_problems(), value: formatNumber(problemCount(run)) },
  ];
}

/** Downloads the rows with problems; loads all pages, because a run may have too many for one response. */
function DownloadRows({ run }: { run: ImportRun }) {
  const { id: companyId } = useCompany();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const count = problemCount(run);
  if (count === 0) return null;
  const download = async () => {
    setBusy(true);
    setFailure(null);
    try {
      saveRows(await loadProblemRows(companyId, run.id));
    } catch (error) {
      setFailure(problemText(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button variant="default" onClick={download} loading={isBusy}>
        {m.users_import_download({ count })}
      </Button>
      {failure !== null && <FailureAlert text={failure} />}
    </>
  );
}

async function loadProblemRows(companyId: string, importId: string) {
  const input = { companyId, importId, show: 'problems', pageSize: 100 } as const;
  const route = 'GET /companies/{companyId}/imports/{importId}/rows';
  const { rows, total } = await api(route, { ...input, page: 1 });
  const all = [...rows];
  for (let page = 2; all.length < total; page += 1) {
    const next = await api(route, { ...input, page });
    if (next.rows.length === 0) break;
    all.push(...next.rows);
  }
  return all;
}
