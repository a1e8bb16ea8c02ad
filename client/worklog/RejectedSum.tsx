import type { Money } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { DurationText, MoneyList } from '../ui/texts.tsx';

export type RejectedSumProps = {
  rejected: { count: number; minutes: number; expenses: readonly Money[] };
  currency: string;
};

/** Next to a total of a list that shows rejected worklogs: their sum, which the total does not include. */
export function RejectedSum({ rejected: { count, minutes, expenses }, currency }: RejectedSumProps) {
  if (count === 0) return null;
  return (
    <span className="dimmed small">
      {m.totals_rejected({ count })}: {(minutes > 0 || expenses.length === 0) && <DurationText minutes={minutes} />}
      {minutes > 0 && expenses.length > 0 && ' + '}
      {expenses.length > 0 && <MoneyList amounts={[...expenses]} currency={currency} />}
    </span>
  );
}
