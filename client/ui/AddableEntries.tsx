import { Fragment, type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import entries from './entries.module.css';
import { focusSelf } from './focus-on-mount.ts';

type Props<Row> = {
  rows: readonly Row[];
  /** Shown when there are no rows. */
  none: string;
  /** The label of the button, or null where nothing can be added. */
  add: string | null;
  /** A list item; `onGone` returns the focus to the button when the row was removed. */
  renderRow: (row: Row, onGone: () => void) => ReactNode;
  renderForm: (onClose: () => void) => ReactNode;
};

/** Rows, and below them a button that opens the form for another one. The button gets the focus back. */
export function AddableEntries<Row extends { id: string }>({ rows, none, add, renderRow, renderForm }: Props<Row>) {
  const [step, setStep] = useState<'idle' | 'add' | 'back'>('idle');
  const goBack = () => setStep('back');
  return (
    <>
      {rows.length === 0 && step !== 'add' && <p className="dimmed">{none}</p>}
      {rows.length > 0 && (
        <ul className={entries.entries}>
          {rows.map((row) => (
            <Fragment key={row.id}>{renderRow(row, goBack)}</Fragment>
          ))}
        </ul>
      )}
      {step === 'add' && renderForm(goBack)}
      {step !== 'add' && add !== null && (
        <div>
          <Button
            variant="default"
            // Remounts the button when a row was added or removed, so that it gets the focus again.
            key={rows.length}
            ref={step === 'back' ? focusSelf : undefined}
            onClick={() => setStep('add')}
          >
            {add}
          </Button>
        </div>
      )}
    </>
  );
}
