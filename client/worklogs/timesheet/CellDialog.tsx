import { useState } from 'react';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatDay } from '../../ui/format.ts';
import type { SheetCell } from './sheet.ts';
import { worklogLine } from './texts.ts';
import classes from './timesheet.module.css';

type Props = { cell: SheetCell | null; onOpen: (worklogId: string) => void; onClose: () => void };

/** The worklogs of a task on a day; each opens in its form. */
export function CellDialog({ cell, onOpen, onClose }: Props) {
  // Keeps the content while the dialog closes.
  const [shown, setShown] = useState(cell);
  if (cell && cell !== shown) setShown(cell);
  if (!shown) return null;
  const open = (id: string) => {
    onClose();
    onOpen(id);
  };
  return (
    <Dialog
      isOpen={cell !== null}
      onClose={onClose}
      title={`${isolated(shown.task.taskName)}, ${formatDay(shown.day)}`}
    >
      <p className="dimmed">{m.timesheet_several()}</p>
      <ul className={classes.listed}>
        {shown.worklogs.map((worklog) => (
          <li key={worklog.id}>
            <Button variant="default" fullWidth onClick={() => open(worklog.id)}>
              {worklogLine(worklog)}
            </Button>
            {worklog.notes !== '' && <p className="dimmed small">{worklog.notes}</p>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
