import { type ReactNode, useState } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons } from '../ui/Dialog.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { Form } from '../ui/Form.tsx';
import { problemText } from '../ui/problem-text.ts';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import classes from './members.module.css';

/** `refusal`: why it is not done; null if it can be, or is done. */
export type BulkRow = { key: string; label: ReactNode; detail: ReactNode; refusal: string | null };

type Props = {
  title: string;
  /** Chosen before the summary, such as a role. */
  children?: ReactNode;
  /** Undefined while the check is running, or before there is anything to check. */
  rows: readonly BulkRow[] | undefined;
  isChecking?: boolean;
  checkError?: unknown;
  onRetry?: () => void;
  /** Below the summary: limits, consequences. */
  note?: ReactNode;
  confirmLabel: (count: number) => string;
  /** Resolves to the result of each row. */
  onConfirm: () => Promise<BulkRow[]>;
  /** When the dialog is closed, or after a run in which nothing was refused. `isDone`: there was a run. */
  onClose: (isDone: boolean) => void;
};

/** A summary of what would be done with each of several people, then the results of those that were refused. */
export function BulkDialog(props: Props) {
  const {
    title,
    children,
    rows,
    isChecking = false,
    checkError,
    onRetry,
    note,
    confirmLabel,
    onConfirm,
    onClose,
  } = props;
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [results, setResults] = useState<readonly BulkRow[] | null>(null);
  const possible = rows?.filter(({ refusal }) => refusal === null) ?? [];
  const refused = rows?.filter(({ refusal }) => refusal !== null) ?? [];
  const confirm = async () => {
    setSending(true);
    setFailure(null);
    try {
      const done = await onConfirm();
      const refusedNow = done.filter(({ key, refusal }) => refusal !== null && possible.some((row) => row.key === key));
      if (refusedNow.length === 0) onClose(true);
      else setResults(refusedNow);
    } catch (error) {
      setFailure(error);
    }
    setSending(false);
  };
  const close = () => onClose(results !== null);
  return (
    <Dialog isOpen size="large" onClose={close} title={title}>
      <Form className={classes.bulk} onSubmit={() => !results && possible.length > 0 && !isSending && confirm()}>
        {results ? (
          <BulkRows title={m.bulk_refused_now({ count: results.length })} rows={results} />
        ) : (
          <>
            {children}
            {checkError !== undefined && checkError !== null && onRetry && (
              <ErrorState error={checkError} onRetry={onRetry} />
            )}
            {isChecking && <SkeletonRows rows={3} height={44} />}
            {possible.length > 0 && <BulkRows title={m.bulk_possible({ count: possible.length })} rows={possible} />}
            {refused.length > 0 && <BulkRows title={m.bulk_refused({ count: refused.length })} rows={refused} />}
            {note && <p className="dimmed">{note}</p>}
            {failure !== null && <FailureAlert text={problemText(failure)} />}
          </>
        )}
        <DialogButtons>
          <Button variant={results ? 'filled' : 'default'} onClick={close}>
            {results ? m.shell_close() : m.ui_cancel()}
          </Button>
          {!results && (
            <Button type="submit" loading={isSending || isChecking} disabled={possible.length === 0}>
              {confirmLabel(possible.length)}
            </Button>
          )}
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

const BulkRows = ({ title, rows }: { title: string; rows: readonly BulkRow[] }) => (
  <section className={classes.bulkPart}>
    <h3>{title}</h3>
    <ScrollRegion className={classes.bulkRows} aria-label={title}>
      <ul>
        {rows.map(({ key, label, detail, refusal }) => (
          <li key={key}>
            <span className={classes.strong}>{label}</span>
            <span className="dimmed">{refusal ?? detail}</span>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  </section>
);
