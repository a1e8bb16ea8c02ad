import type { ComponentProps } from 'react';
import { ClockDialog } from './ClockDialog.tsx';
import { TakenDialog } from './TakenDialog.tsx';

type Props = ComponentProps<typeof ClockDialog> & ComponentProps<typeof TakenDialog>;

/** The dialogs of the week view, in one chunk. */
export const WeekQuestions = ({ question, onAnswer, ...taken }: Props) => (
  <>
    <ClockDialog question={question} onAnswer={onAnswer} />
    <TakenDialog {...taken} />
  </>
);
