import CircleCheck from 'lucide-react/icons/circle-check';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { Button } from '../../ui/Button.tsx';
import { worklogTitle } from '../describe.ts';
import classes from './quick.module.css';
import { undoWorklog } from './quick-undo.ts';

/** The last saved line with its undo; a toast would be out of reach behind the dialog. */
export function QuickSaved({ worklog, onDone }: { worklog: Worklog; onDone: () => void }) {
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
