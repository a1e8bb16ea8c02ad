import type { ComponentProps } from 'react';
import { ClockChangeDialog } from './ClockChangeDialog.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';

type Props = ComponentProps<typeof ClockChangeDialog> & ComponentProps<typeof ConflictDialog>;

/** The dialogs of the week view, in one chunk. */
export const WeekDialogs = ({ question, onChoose, ...taken }: Props) => (
  <>
    <ClockChangeDialog question={question} onChoose={onChoose} />
    <ConflictDialog {...taken} />
  </>
);
