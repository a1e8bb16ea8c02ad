import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';

/** "Entered by Dewi Lestari", or null if the worker did. */
export function enteredText({ enteredByName, actions }: Pick<Worklog, 'enteredByName' | 'actions'>): string | null {
  if (enteredByName === null) return null;
  if (actions.approve === 'worklog.entered-by-you') return m.for_others_by_you();
  return m.for_others_entered_by({ name: enteredByName });
}
