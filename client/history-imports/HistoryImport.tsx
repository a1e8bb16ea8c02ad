import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HistoryDetails } from '#contract/history-imports.ts';
import { rowsWithOutcome } from '#domain/history-imports/verdicts.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { formatInstant, formatNumber } from '../ui/format.ts';
import { ProgressBar } from '../ui/Progress.tsx';
import { Section } from '../ui/Section.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { HistoryActions } from './HistoryActions.tsx';
import { HistoryChoices } from './HistoryChoices.tsx';
import { HistoryFiles } from './HistoryFiles.tsx';
import { HistoryResult } from './HistoryResult.tsx';
import type { UploadFailures } from './HistoryUpload.tsx';
import { historyProblemText, historyStateLabels } from './history-labels.ts';
import { useHistoryParameters } from './history-parameters.ts';

/** Polling is a fallback for live updates, which are lost while the first request is in progress. */
const pollIntervalMs = 2_000;

const isBusy = (state: string | undefined): boolean =>
  state === 'checking' || state === 'running' || state === 'undoing';

type Props = UploadFailures & { importId: string };

/** One import, at whatever step it is. */
export function HistoryImport({ importId, ...refused }: Props) {
  const { id: companyId } = useCompany();
  const [, change] = useHistoryParameters();
  const [isChanged, setChanged] = useState(false);
  const found = useQuery({
    ...apiQuery('imports', 'GET /companies/{companyId}/history-imports/{importId}', { companyId, importId }),
    refetchInterval: ({ state }) => (isBusy(state.data?.state) ? pollIntervalMs : false),
  });
  const mayChange = found.data?.state === 'open' || found.data?.state === 'checked';
  // After each check the choices that it used are shown.
  if (isChanged && !mayChange) setChanged(false);
  if (found.isLoadingError) return <ErrorState error={found.error} onRetry={found.refetch} />;
  if (!found.data) return <SkeletonRows rows={6} />;
  const details = found.data;
  return (
    <>
      <Section
        title={m.history_title()}
        text={m.users_import_run_by({ name: details.startedByName, at: formatInstant(details.createdAt) })}
      >
        <HistoryProgress details={details} />
        {details.problem && <FailureAlert text={historyProblemText(details.problem)} />}
        <HistoryFiles details={details} mayAdd={mayChange} {...refused} />
        {!mayChange && !isBusy(details.state) && (
          <Button variant="default" onClick={() => change({ run: '', totals: 1, page: 1 })}>
            {m.history_another()}
          </Button>
        )}
      </Section>
      {mayChange && <HistoryChoices details={details} onChanged={setChanged} />}
      {(details.state === 'checked' || details.state === 'imported') && <HistoryResult details={details} />}
      <HistoryActions details={details} isChanged={isChanged} />
    </>
  );
}

function HistoryProgress({ details: { state, done, counts } }: { details: HistoryDetails }) {
  const total = rowsWithOutcome(counts, 'imported');
  const label = m.history_progress({ done: formatNumber(done), total: formatNumber(total) });
  return (
    <>
      <p role="status">{state === 'running' && done > 0 ? label : historyStateLabels[state]()}</p>
      {state === 'running' && <ProgressBar value={done} max={Math.max(1, total)} label={label} />}
    </>
  );
}
