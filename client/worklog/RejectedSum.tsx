import { formatMinutes } from '#domain/duration.ts';
import { formatMoney, type Money } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';

export type Rejected = { count: number; minutes: number; expenses: readonly Money[] };

/** Next to a total of a list that shows rejected worklogs: their sum, which the total does not include. */
export const RejectedSum = ({ rejected }: { rejected: Rejected }) =>
  rejected.count > 0 && <span className="dimmed small numeric">{rejectedText(rejected)}</span>;

/** "2 rejected worklogs, not counted: 7 h 45 m" */
export function rejectedText({ count, minutes, expenses }: Rejected): string {
  const locale = getLocale();
  const hours = minutes > 0 || expenses.length === 0 ? [formatMinutes(minutes, locale)] : [];
  const sums = [...hours, ...expenses.map((amount) => formatMoney(amount, locale))];
  return `${m.totals_rejected({ count })}: ${sums.join(' + ')}`;
}
