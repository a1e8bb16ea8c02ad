import { Link } from '@tanstack/react-router';
import Hourglass from 'lucide-react/icons/hourglass';
import type { CopyResult } from '#contract/copies.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { pathTo } from '../../routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { DialogButtons } from '../../ui/Dialog.tsx';
import { focusSelf } from '../../ui/focus-on-mount.ts';
import { formatTimeRange } from '../../ui/format.ts';
import { problemText } from '../../ui/problem-text.ts';
import { DayText } from '../../ui/texts.tsx';
import { usePolicies } from '../loader.ts';
import { RefusedResults, SubmittedResults } from '../SubmissionResults.tsx';
import { withOpenForm } from '../search.ts';
import classes from './copies.module.css';
import { isOverlapResult } from './copy-days.ts';
import type { useCopies } from './use-copies.ts';

/** The result of the copies; refused ones show the reason and the conflicting worklogs. */
export function CopyResults({ copies, onClose }: { copies: ReturnType<typeof useCopies>; onClose: () => void }) {
  const { results, sources, kept, error, untried, sendRest, confirmOverlaps, isSending } = copies;
  const { data: policies } = usePolicies();
  const refused = results.filter(({ copy }) => copy === null);
  return (
    <div className={classes.choice} role="status">
      {results.length > refused.length && (
        <SubmittedResults title={m.copies_done({ count: results.length - refused.length })} />
      )}
      {kept > 0 && (
        <p className={classes.kept}>
          <Hourglass size={18} aria-hidden />
          {m.copies_kept({ count: kept })}
        </p>
      )}
      {refused.length > 0 && (
        <RefusedResults title={m.copies_refused({ count: refused.length })}>
          {refused.map(({ worklogId, day, message, conflicts }) => (
            <li key={`${worklogId} ${day}`}>
              <strong>
                <DayText day={day} />
                {sources.filter(({ id }) => id === worklogId).map((one) => `, ${titleOf(one)}`)}
              </strong>{' '}
              {message}
              {conflicts.length > 0 && <ConflictLinks conflicts={conflicts} />}
            </li>
          ))}
        </RefusedResults>
      )}
      {untried > 0 && (
        <Alert tone="error" title={m.copies_untried({ count: untried })}>
          {error !== null && problemText(error)}
        </Alert>
      )}
      <DialogButtons>
        <Button {...(untried > 0 && { variant: 'default' })} onClick={onClose} ref={focusSelf}>
          {m.shell_close()}
        </Button>
        {untried > 0 && (
          <Button onClick={sendRest} loading={isSending}>
            {m.shell_try_again()}
          </Button>
        )}
        {untried === 0 && policies?.overlaps === 'flag' && refused.some(isOverlapResult) && (
          <Button variant="default" onClick={confirmOverlaps} loading={isSending}>
            {m.worklog_overlap_confirm()}
          </Button>
        )}
      </DialogButtons>
    </div>
  );
}

type CopyConflicts = CopyResult['conflicts'];

/** Each opens in a new tab, because these results are shown only once. */
const ConflictLinks = ({ conflicts }: { conflicts: CopyConflicts }) => (
  <ul className={`${classes.conflictList} small`}>
    {conflicts.map((one) => (
      <li key={one.id}>
        {m.copies_in_the_way()}{' '}
        <Link to={pathTo('/worklogs')} search={withOpenForm({ form: 'worklog', id: one.id })} target="_blank">
          {titleOf(one)}
        </Link>
      </li>
    ))}
  </ul>
);

type Titled = Pick<CopyConflicts[number], 'taskName' | 'startsAt' | 'endsAt' | 'zone' | 'day'>;

const titleOf = ({ taskName, startsAt, endsAt, zone, day }: Titled): string =>
  startsAt && endsAt ? `${formatTimeRange({ startsAt, endsAt, zone, day })} ${isolated(taskName)}` : taskName;
