import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { RefObject } from 'react';
import type { WorklogEvent } from '#contract/worklog-events.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { WorklogChanges } from '../worklog/WorklogHistory.tsx';
import { amendmentsSince } from './amendments.ts';
import classes from './notice.module.css';

type Props = {
  /** The message; by default that the worklog changed while it was open. */
  text?: string | undefined;
  history: readonly WorklogEvent[];
  /** The version that the user saw. */
  since: number;
  zone: string;
  /** Set while the change has not been acknowledged. */
  onSeen?: () => void;
  /** The acknowledge button, to be focused by a shortcut. */
  acknowledge?: RefObject<HTMLButtonElement | null>;
};

/** The amendments of a worklog since the version that the user saw. */
export function ChangeNotice({ text, history, since, zone, onSeen, acknowledge }: Props) {
  const { currency } = useCompany();
  const changes = amendmentsSince(history, since);
  return (
    <Alert tone="warning" role="status" icon={<TriangleAlert size={18} aria-hidden />}>
      <div className={classes.changes}>
        <p>{text ?? m.approvals_changed_meanwhile()}</p>
        {changes.map((event) => (
          <WorklogChanges key={event.id} changes={event.changes} zone={zone} currency={currency} />
        ))}
        {onSeen && (
          <Button ref={acknowledge} variant="default" size="compact-sm" onClick={onSeen}>
            {m.approvals_seen_change()}
          </Button>
        )}
      </div>
    </Alert>
  );
}
