import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { conflictText } from '../worklog/conflict-text.ts';
import { worklogDetailQuery } from '../worklog/worklog-queries.ts';
import classes from './approvals.module.css';
import { ChangeNotice } from './ChangeNotice.tsx';
import { rowLabel } from './columns.tsx';
import type { DecisionResult, RefusedDecision } from './decision-mutation.ts';
import { RefusedList } from './RefusedList.tsx';
import { decidedText } from './refusal-text.ts';

type Props = { result: DecisionResult | null; onClose: () => void; onOpen: (id: string) => void };

/** The refused decisions with their reasons, after the others took effect. */
export const RefusedDialog = ({ result, onClose, onOpen }: Props) => (
  <Dialog
    isOpen={result !== null}
    onClose={onClose}
    title={m.approvals_refused_title({ count: result?.refused.length ?? 0 })}
    size="large"
  >
    {result && <Refusals result={result} onOpen={onOpen} />}
  </Dialog>
);

const Refusals = ({ result: { done, refused }, onOpen }: { result: DecisionResult; onOpen: Props['onOpen'] }) => (
  <RefusedList
    doneCount={done.length}
    refusals={refused.map((one) => (
      <li key={one.worklog.id}>
        <strong>{rowLabel({ worklog: one.worklog, isGone: false })}</strong>
        <Reason refused={one} />
        <ConflictingWorklogs conflicts={one.conflicts} onOpen={onOpen} />
        {one.now && (
          <Button variant="default" size="compact-sm" onClick={() => onOpen(one.worklog.id)}>
            {m.approvals_open()}
          </Button>
        )}
      </li>
    ))}
  />
);

/** Each opens in the details drawer. */
const ConflictingWorklogs = ({
  conflicts,
  onOpen,
}: {
  conflicts: RefusedDecision['conflicts'];
  onOpen: (id: string) => void;
}) =>
  conflicts.map((conflict) => (
    <Button
      key={conflict.id}
      variant="default"
      size="compact-sm"
      className={classes.conflictButton}
      onClick={() => onOpen(conflict.id)}
    >
      {conflictText(conflict)}
    </Button>
  ));

function Reason({ refused: { worklog, now, message, code } }: { refused: RefusedDecision }) {
  const { id: companyId } = useCompany();
  const isChanged = code === 'worklog.changed-since-seen';
  const { data } = useQuery({ ...worklogDetailQuery(companyId, worklog.id), enabled: isChanged });
  const decided = now && decidedText(now);
  if (isChanged && data) {
    return <ChangeNotice text={message} history={data.history} since={worklog.version} zone={worklog.zone} />;
  }
  return <p>{decided ? `${message} ${decided}.` : message}</p>;
}
