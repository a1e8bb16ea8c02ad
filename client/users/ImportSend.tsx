import { Button, Progress } from '@mantine/core';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { formatNumber } from '../ui/format.ts';
import type { ImportRun } from './import-run.ts';
import { NoSeatFree } from './NoSeatFree.tsx';
import classes from './users.module.css';

type Props = { run: ImportRun; count: number; isPossible: boolean; onSend: () => void; onStop: () => void };

/** The button, then how far it is, then what came of it. */
export function ImportSend({ run, count, isPossible, onSend, onStop }: Props) {
  const done = run.sent + run.refused.length;
  const label = m.users_import_progress({ sent: formatNumber(done), total: formatNumber(run.total) });
  return (
    <>
      {run.isRunning && (
        <div className={classes.progress}>
          <Progress.Root size="md">
            <Progress.Section value={(done / run.total) * 100} aria-label={label} />
          </Progress.Root>
          <p className="numeric" role="status">
            {label}
          </p>
          <Button variant="default" onClick={onStop}>
            {m.users_import_stop()}
          </Button>
        </div>
      )}
      {!run.isRunning && run.total > 0 && <ImportOutcome run={run} />}
      {!run.isRunning && count > 0 && (
        <div className={classes.buttons}>
          <Button onClick={onSend} disabled={!isPossible}>
            {m.users_import_send({ count })}
          </Button>
        </div>
      )}
    </>
  );
}

const ImportOutcome = ({ run }: { run: ImportRun }) => (
  <div className={classes.outcome} role="status">
    <p>{m.users_import_sent({ count: run.sent })}</p>
    {run.stoppedBy &&
      (run.stoppedBy.isSeats ? (
        <NoSeatFree text={run.stoppedBy.reason} returnTo={pathTo('/users/import')} />
      ) : (
        <p className={classes.wrong}>{run.stoppedBy.reason}</p>
      ))}
    {run.refused.length > 0 && (
      <ul>
        {run.refused.map(({ email, reason }) => (
          <li key={email}>
            {email}: {reason}
          </li>
        ))}
      </ul>
    )}
  </div>
);
