import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePlus from 'lucide-react/icons/circle-plus';
import CircleX from 'lucide-react/icons/circle-x';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash from 'lucide-react/icons/trash-2';
import type { WorklogEvent } from '#contract/worklog-events.ts';
import { m } from '#locales/messages.js';
import { InstantText } from '../ui/texts.tsx';
import { deciderText } from './decider.ts';
import { describeChanges } from './worklog-changes.ts';
import classes from './worklog-history.module.css';

const icons = {
  submit: CirclePlus,
  enter: CirclePlus,
  import: CirclePlus,
  'import-approved': CirclePlus,
  amend: Pencil,
  withdraw: Trash,
  approve: CircleCheck,
  reject: CircleX,
  reopen: RotateCcw,
};

const eventTexts = {
  submit: m.history_submit,
  enter: m.history_enter,
  import: m.history_import,
  'import-approved': m.history_import,
  amend: m.history_amend,
  withdraw: m.history_withdraw,
  approve: m.history_approve,
  reject: m.history_reject,
  reopen: m.history_reopen,
};

/** For formatting values: the time zone of the worklog and the currency of its amount. */
export type WorklogUnits = { zone: string; currency: string };

export type WorklogHistoryProps = WorklogUnits & { events: readonly WorklogEvent[] };

/** All events of a worklog, newest first: who, when, why, and what changed. */
export const WorklogHistory = ({ events, zone, currency }: WorklogHistoryProps) => (
  <ol className={classes.history}>
    {[...events].reverse().map((event) => {
      const Icon = icons[event.move];
      return (
        <li key={event.id} data-move={event.move}>
          <span className={classes.icon}>
            <Icon size={16} aria-hidden />
          </span>
          <div className={classes.event}>
            <p>
              {eventTexts[event.move]({ name: deciderText(event.actorName, event.onBehalfOfName) })}{' '}
              <span className="dimmed small unbroken">
                <InstantText at={event.at} />
              </span>
            </p>
            {event.move === 'reopen' && event.notes === null && <p className="dimmed">{m.history_undone()}</p>}
            {event.notes && <blockquote className={classes.notes}>{event.notes}</blockquote>}
            <WorklogChanges changes={event.changes} zone={zone} currency={currency} />
          </div>
        </li>
      );
    })}
  </ol>
);

export type WorklogChangesProps = WorklogUnits & { changes: WorklogEvent['changes'] };

/** "Start 09:00 → 10:00", one line for each changed field. */
export function WorklogChanges({ changes, zone, currency }: WorklogChangesProps) {
  const lines = describeChanges(changes, { zone, currency });
  if (lines.length === 0) return null;
  return (
    <dl className={classes.changes}>
      {lines.map(({ label, from, to }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <del>
              <span className="visually-hidden">{m.history_before()} </span>
              {from}
            </del>{' '}
            <span aria-hidden>→</span>{' '}
            <ins>
              <span className="visually-hidden">{m.history_after()} </span>
              {to}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
