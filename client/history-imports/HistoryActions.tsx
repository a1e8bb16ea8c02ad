import { useState } from 'react';
import type { HistoryDetails } from '#contract/history-imports.ts';
import { rowsWithOutcome } from '#domain/history-imports/verdicts.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons } from '../ui/Dialog.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { problemText } from '../ui/problem-text.ts';
import classes from './history.module.css';
import { useHistoryParameters } from './history-parameters.ts';

type Props = { details: HistoryDetails };

/** Whether choices differ from those of the last check, which is what would be imported. */
type RunProps = { isChanged: boolean };

/** The next step: importing what was checked, discarding it, or undoing what was imported. */
export function HistoryActions({ details, isChanged }: Props & RunProps) {
  if (details.state === 'open' || details.state === 'checked')
    return <RunActions details={details} isChanged={isChanged} />;
  return details.mayUndo ? <UndoAction details={details} /> : null;
}

function RunActions({ details, isChanged }: Props & RunProps) {
  const { id: companyId } = useCompany();
  const [, change] = useHistoryParameters();
  const [failure, setFailure] = useState<string | null>(null);
  const run = useApiMutation('POST /companies/{companyId}/history-imports/{importId}/run', {
    invalidates: ['imports'],
  });
  const discard = useApiMutation('DELETE /companies/{companyId}/history-imports/{importId}', { invalidates: [] });
  const input = { companyId, importId: details.id };
  const count = rowsWithOutcome(details.counts, 'imported');
  const mayRun = details.state === 'checked' && count > 0;
  const start = () => {
    setFailure(null);
    return run.mutateAsync(input).catch((error: unknown) => setFailure(problemText(error)));
  };
  const leave = async () => {
    setFailure(null);
    try {
      await discard.mutateAsync(input);
      await change({ run: '', totals: 1, page: 1 });
    } catch (error) {
      setFailure(problemText(error));
    }
  };
  return (
    <div className={classes.actions}>
      {failure !== null && <FailureAlert text={failure} />}
      {mayRun && isChanged && <p role="status">{m.history_check_changed()}</p>}
      <div className={classes.buttons}>
        {mayRun && (
          <Button onClick={start} loading={run.isPending} disabled={isChanged}>
            {m.history_run({ count })}
          </Button>
        )}
        <Button variant="default" onClick={leave} loading={discard.isPending}>
          {m.history_discard()}
        </Button>
      </div>
    </div>
  );
}

function UndoAction({ details }: Props) {
  const { id: companyId } = useCompany();
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const undo = useApiMutation('POST /companies/{companyId}/history-imports/{importId}/undo', {
    invalidates: ['imports'],
  });
  const confirm = async () => {
    setFailure(null);
    try {
      await undo.mutateAsync({ companyId, importId: details.id });
    } catch (error) {
      setFailure(problemText(error));
    }
    setOpen(false);
  };
  return (
    <div className={classes.actions}>
      {failure !== null && <FailureAlert text={failure} />}
      <p className="dimmed">{m.history_undo_until()}</p>
      <Button variant="default" onClick={() => setOpen(true)}>
        {m.history_undo()}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={m.history_undo_title()}>
        <p>{m.history_undo_text({ count: rowsWithOutcome(details.counts, 'imported') })}</p>
        <DialogButtons>
          <Button variant="default" onClick={() => setOpen(false)}>
            {m.history_undo_keep()}
          </Button>
          <Button color="red" onClick={confirm} loading={undo.isPending}>
            {m.history_undo()}
          </Button>
        </DialogButtons>
      </Dialog>
    </div>
  );
}
