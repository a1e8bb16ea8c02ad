import { useState } from 'react';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { formatDayAndSpan } from './describe.ts';
import { type Span, worklogSpan } from './layout.ts';
import type { RefusedChange } from './use-amend-times.ts';
import classes from './week.module.css';

type Props = {
  refusal: RefusedChange | null;
  canConfirm: boolean;
  /** The user chose a free interval instead. */
  onUse: (refusal: RefusedChange, free: Span) => void;
  onConfirm: (refusal: RefusedChange) => void;
  onClose: () => void;
};

/** The new time conflicts with other worklogs: lists them and says that nothing was changed. */
export function ConflictDialog({ refusal, canConfirm, onUse, onConfirm, onClose }: Props) {
  const { timeZone } = useCompany();
  // Keeps the content while the dialog fades out.
  const [shown, setShown] = useState(refusal);
  if (refusal && refusal !== shown) setShown(refusal);
  if (!shown) return null;
  const before = worklogSpan(shown.worklog);
  return (
    <Dialog isOpen={refusal !== null} onClose={onClose} title={m.week_taken_title()}>
      <div className={classes.conflictingWorklog}>
        <RefusalNotice
          error={shown.error}
          zone={timeZone}
          day={dayOf(new Date(shown.span.from), timeZone)}
          canConfirm={canConfirm}
          isSaving={false}
          onUse={({ startsAt, endsAt }) => onUse(shown, { from: Date.parse(startsAt), to: Date.parse(endsAt) })}
          onConfirm={() => onConfirm(shown)}
        />
        {before && <p>{m.week_taken_text({ when: formatDayAndSpan(before, timeZone) })}</p>}
      </div>
      <div className={classes.choices}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {m.shell_close()}
        </Button>
      </div>
    </Dialog>
  );
}
