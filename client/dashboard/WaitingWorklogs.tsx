import { Link } from '@tanstack/react-router';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useRef, useState } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { type Day, dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import type { OpenMatching } from '../approvals/decide-matching.ts';
import { useCompany } from '../auth.ts';
import { serverNow } from '../clock.ts';
import { Button } from '../ui/Button.tsx';
import { focusInstead } from '../ui/focus-on-mount.ts';
import { formatDay } from '../ui/format.ts';
import { lazyPart, OverlayMount } from '../ui/lazy.tsx';
import { approvalsAddress } from './approvals-address.ts';
import { DashboardCard } from './DashboardCard.tsx';
import classes from './dashboard.module.css';

const MatchingDialog = lazyPart(() => import('../approvals/MatchingDialog.tsx').then((file) => file.MatchingDialog));

type Waiting = NonNullable<Dashboard['waiting']>;
type WaitingWorker = Waiting['workers'][number];

/** Workers with worklogs that wait for a decision, longest waiting first; all of one worker can be decided here. */
export function WaitingWorklogs({ waiting }: { waiting: Waiting }) {
  const [matching, setMatching] = useState<OpenMatching | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The row of a worker whose worklogs were all decided is gone, and its button with it.
  const close = () => {
    setMatching(null);
    setTimeout(() => focusInstead(heading.current));
  };
  const open = ({ userId, name }: WaitingWorker) =>
    setMatching({ apiFilter: { workerIds: [userId] }, openedAt: serverNow(), workerName: name });
  return (
    <>
      {waiting.count > 0 && (
        <DashboardCard
          tone="pending"
          icon={Clock}
          title={m.dashboard_waiting({ count: waiting.count })}
          headingRef={heading}
        >
          <ul className={classes.waitingRows}>
            {waiting.workers.map((worker) => (
              <WorkerRow key={worker.userId} worker={worker} since={waiting.oldestDay} onApprove={() => open(worker)} />
            ))}
          </ul>
          <p className={classes.cardFoot}>
            <Link {...approvalsAddress(waiting.oldestDay)} className={classes.link ?? ''}>
              {m.dashboard_open_approvals()}
            </Link>
          </p>
        </DashboardCard>
      )}
      {matching && (
        <OverlayMount>
          <MatchingDialog opened={matching} onClose={close} />
        </OverlayMount>
      )}
    </>
  );
}

type RowProps = { worker: WaitingWorker; since: Day | null; onApprove: () => void };

function WorkerRow({ worker, since, onApprove }: RowProps) {
  const { timeZone } = useCompany();
  const day = formatDay(dayOf(new Date(worker.oldestSubmittedAt), timeZone));
  return (
    <li>
      <Link {...approvalsAddress(since, { workers: worker.userId })} className={classes.row ?? ''}>
        <span className={classes.rowTitle}>{isolated(worker.name)}</span>
        <span className={classes.waitingSince} data-overdue={worker.isOverdue}>
          {worker.isOverdue && (
            <span className={classes.overdue}>
              <TriangleAlert size={14} aria-hidden />
              {m.dashboard_overdue()}
            </span>
          )}{' '}
          <span className={classes.unbroken}>{m.dashboard_since({ day })}</span>
        </span>
      </Link>
      <Button variant="default" size="compact-sm" onClick={onApprove}>
        {worker.count === 1 ? m.approvals_approve() : m.dashboard_approve_all({ count: worker.count })}
        <span className="visually-hidden"> {isolated(worker.name)}</span>
      </Button>
    </li>
  );
}
