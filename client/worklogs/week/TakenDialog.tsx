import { Button } from '@mantine/core';
import { useState } from 'react';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { Question } from '../Question.tsx';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { whenText } from './describe.ts';
import { type Span, spanOf } from './layout.ts';
import type { Refusal } from './use-amend.ts';
import classes from './week.module.css';

type Props = {
  refusal: Refusal | null;
  mayConfirm: boolean;
  /** The user chose a free interval instead. */
  onUse: (refusal: Refusal, free: Span) => void;
  onConfirm: (refusal: Refusal) => void;
  onClose: () => void;
};

/** The new time conflicts with other worklogs: lists them and says that nothing was changed. */
export function TakenDialog({ refusal, mayConfirm, onUse, onConfirm, onClose }: Props) {
  const { timeZone } = useCompany();
  // Keeps the content while the dialog fades out.
  const [shown, setShown] = useState(refusal);
  if (refusal && refusal !== shown) setShown(refusal);
  if (!shown) return null;
  const before = spanOf(shown.worklog);
  return (
    <Question isOpen={refusal !== null} onClose={onClose} title={m.week_taken_title()}>
      <div className={classes.taken}>
        <RefusalNotice
          error={shown.error}
          zone={timeZone}
          day={dayOf(new Date(shown.span.from), timeZone)}
          mayConfirm={mayConfirm}
          isSaving={false}
          onUse={({ startsAt, endsAt }) => onUse(shown, { from: Date.parse(startsAt), to: Date.parse(endsAt) })}
          onConfirm={() => onConfirm(shown)}
        />
        {before && <p>{m.week_taken_text({ when: whenText(before, timeZone) })}</p>}
      </div>
      <div className={classes.answers}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {m.shell_close()}
        </Button>
      </div>
    </Question>
  );
}
