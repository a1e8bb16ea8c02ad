// What a line still needs before it can be submitted, in the order of the chips.

import { m } from '#locales/messages.js';
import { isByDuration } from '../entry.ts';
import type { QuickForm } from './use-quick-entry.ts';

type Parts = { times: string | null; task: string | null; amount: string | null };

export function missingParts({ entry, kind, tasks }: Pick<QuickForm, 'entry' | 'kind' | 'tasks'>): Parts {
  const isExpense = kind === 'expense';
  return {
    times: isExpense || isByDuration(entry) || entry.startTime !== '' ? null : m.quick_what_times(),
    task: tasks.task ? null : m.quick_what_task(),
    amount: isExpense && entry.amount === '' ? m.quick_what_amount() : null,
  };
}
