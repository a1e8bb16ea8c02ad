import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Files from 'lucide-react/icons/files';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useRef } from 'react';
import type { SheetCell } from './sheet.ts';
import { cellLabel, cellText, closedLabel } from './texts.ts';
import classes from './timesheet.module.css';
import type { SheetKeys } from './use-sheet-keys.ts';

type Props = {
  cell: SheetCell;
  keys: SheetKeys;
  hasProblem: boolean;
  describedBy: string;
  onOpen: (cell: SheetCell) => void;
};

/** A field, or a button for worklogs that are not changed by typing. */
export function TimesheetCell({ cell, keys, hasProblem, describedBy, onOpen }: Props) {
  const isCurrent = keys.current?.key === cell.key;
  const shared = {
    'data-cell': cell.key,
    'aria-label': cellLabel(cell),
    tabIndex: isCurrent ? 0 : -1,
    ...(isCurrent ? { 'aria-describedby': describedBy } : {}),
  };
  const isField = cell.closed === null || (cell.typed !== '' && cell.worklogs.length === 0);
  return isField ? (
    <HoursField cell={cell} keys={keys} hasProblem={hasProblem} shared={shared} />
  ) : (
    <button
      {...shared}
      aria-label={closedLabel(cell)}
      type="button"
      className={classes.closed}
      aria-disabled={cell.worklogs.length === 0}
      data-problem={hasProblem}
      onFocus={() => keys.setCurrent(cell)}
      onClick={() => cell.worklogs.length > 0 && onOpen(cell)}
    >
      <Mark cell={cell} />
      <span aria-hidden className={cell.minutes > 0 ? undefined : classes.uncounted}>
        {cellText(cell)}
      </span>
    </button>
  );
}

type FieldProps = Pick<Props, 'cell' | 'keys' | 'hasProblem'> & { shared: Record<string, unknown> };

function HoursField({ cell, keys, hasProblem, shared }: FieldProps) {
  const hadFocus = useRef(false);
  const editing = keys.editing?.key === cell.key ? keys.editing : null;
  return (
    <>
      {hasProblem && <TriangleAlert size={12} className={classes.problemMark} aria-hidden />}
      <input
        dir="auto"
        {...shared}
        className={classes.field}
        value={editing ? editing.text : cellText(cell)}
        readOnly={cell.closed !== null}
        aria-invalid={hasProblem || undefined}
        data-typed={cell.typed !== ''}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={200}
        onFocus={({ currentTarget }) => {
          keys.setCurrent(cell);
          currentTarget.select();
        }}
        onChange={({ currentTarget }) => keys.edit(cell, currentTarget.value, editing?.hasCaret === true)}
        onPointerDown={({ currentTarget }) => {
          hadFocus.current = document.activeElement === currentTarget;
        }}
        onClick={({ currentTarget }) => {
          if (!hadFocus.current) currentTarget.select();
          else if (cell.closed === null) keys.edit(cell, currentTarget.value, true);
        }}
        onBlur={keys.commit}
      />
    </>
  );
}

/** Several, approved or rejected; the label says it in words. */
function Mark({ cell: { worklogs } }: { cell: SheetCell }) {
  const [worklog] = worklogs;
  if (!worklog) return null;
  if (worklogs.length > 1) return <Files size={12} className={classes.mark} aria-hidden />;
  if (worklog.status === 'pending') return null;
  const Icon = worklog.status === 'approved' ? CircleCheck : CircleX;
  return <Icon size={12} className={classes.mark} data-status={worklog.status} aria-hidden />;
}
