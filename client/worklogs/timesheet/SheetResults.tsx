import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { Button } from '../../ui/Button.tsx';
import { DayText } from '../../ui/texts.tsx';
import { conflictText } from '../../worklog/conflict-text.ts';
import { conflictingWorklogsOf } from '../entry-errors.ts';
import { RefusedResults, SubmittedResults } from '../SubmissionResults.tsx';
import { refusalSentence } from './texts.ts';
import classes from './timesheet.module.css';
import type { Outcome } from './use-submit-timesheet.ts';

type Props = { outcomes: readonly Outcome[]; untried: number; onClose: () => void };

/** What was refused, with the reason. It stays typed in its cell. */
export function SheetResults({ outcomes, untried, onClose }: Props) {
  const refused = outcomes.filter(({ worklog }) => worklog === null);
  const done = outcomes.length - refused.length;
  return (
    <div className={classes.preview} role="status">
      {done > 0 && <SubmittedResults title={m.timesheet_done({ count: done })} />}
      <RefusedResults title={m.timesheet_refused({ count: refused.length })}>
        {refused.map(({ change: { cell }, error }) => (
          <li key={cell.key}>
            <strong>
              {isolated(cell.task.taskName)}, <DayText day={cell.day} />
            </strong>
            <p className="small">{refusalSentence(error)}</p>
            {conflictingWorklogsOf(error)?.map((conflict) => (
              <p key={conflict.id} className="small">
                {conflictText(conflict)}
              </p>
            ))}
          </li>
        ))}
      </RefusedResults>
      {untried > 0 && <p>{m.timesheet_untried({ count: untried })}</p>}
      <div className={classes.actions}>
        <Button onClick={onClose} data-autofocus>
          {m.shell_close()}
        </Button>
      </div>
    </div>
  );
}
