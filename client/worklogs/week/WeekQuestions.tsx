import { ClockDialog } from './ClockDialog.tsx';
import type { ClockQuestion } from './changes.ts';
import { TakenDialog } from './TakenDialog.tsx';
import type { Refusal } from './use-amend.ts';

type Props = {
  question: ClockQuestion | null;
  onAnswer: (at: number | null) => void;
  refusal: Refusal | null;
  mayConfirm: boolean;
  onConfirm: (refusal: Refusal) => void;
  onClose: () => void;
};

/** What the week has to ask, in one chunk. */
export const WeekQuestions = ({ question, onAnswer, ...taken }: Props) => (
  <>
    <ClockDialog question={question} onAnswer={onAnswer} />
    <TakenDialog {...taken} />
  </>
);
