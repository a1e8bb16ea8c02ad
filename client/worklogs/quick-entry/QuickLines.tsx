import CircleCheck from 'lucide-react/icons/circle-check';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { Button } from '../../ui/Button.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { worklogTitle } from '../describe.ts';
import { type QuickLine, removeLine } from './lines.ts';
import classes from './quick.module.css';
import { undoWorklog } from './quick-undo.ts';

type Props = { lines: readonly QuickLine[]; onEdit: (line: QuickLine) => void };

/** Earlier lines: being saved, saved, or refused and waiting to be edited. */
export const QuickLines = ({ lines, onEdit }: Props) =>
  lines.map((line) => {
    if (line.state === 'saved')
      return <QuickSaved key={line.id} worklog={line.worklog} onDone={() => removeLine(line.id)} />;
    // The list of what waits on this device shows it.
    if (line.state === 'kept') return null;
    return line.state === 'saving' ? (
      <p key={line.id} className={classes.waiting} role="status">
        {m.quick_saving({ line: line.text })}
      </p>
    ) : (
      <div key={line.id} className={classes.aside} role={line.error === null ? 'status' : 'alert'}>
        <p>
          {m.quick_not_submitted({ line: line.text })}
          {line.error !== null && ` ${problemText(line.error)}`}
        </p>
        <Button variant="default" size="compact-sm" onClick={() => onEdit(line)}>
          {m.quick_edit()}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => removeLine(line.id)}>
          {m.ui_discard()}
        </Button>
      </div>
    );
  });

/** The last saved line with its undo; a toast would be out of reach behind the dialog. */
function QuickSaved({ worklog, onDone }: { worklog: Worklog; onDone: () => void }) {
  const { id } = useCompany();
  const undo = async () => {
    await undoWorklog(id, worklog);
    onDone();
  };
  return (
    <div className={classes.saved} role="status">
      <CircleCheck size={16} aria-hidden />
      <span>{m.quick_saved({ worklog: worklogTitle(worklog) })}</span>
      <Button variant="subtle" size="compact-sm" onClick={undo}>
        {m.quick_undo()}
      </Button>
    </div>
  );
}
