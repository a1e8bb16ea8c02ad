// Whether a worklog is entered with times or by its duration, where the company leaves it open. New worklogs begin as the
// person entered the last one.

import type { Policies } from '#domain/policies.ts';
import type { Timing } from '#domain/settings.ts';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../auth.ts';
import { useSettings } from '../settings/settings.ts';
import { changeSettings } from '../settings/settings-save.ts';
import type { DraftState } from './drafts.ts';
import { changeTiming, type EntryValues } from './entry.ts';
import { useToday } from './today.ts';

/** How new worklogs of this person begin in the company. */
export function useTiming({ times }: Pick<Policies, 'times'>): Timing {
  const { timing } = useSettings();
  return times === 'required' ? 'times' : timing;
}

/** The entry with the timing, at the current company day. */
export function useRetimed(zone: string): (entry: EntryValues, timing: Timing) => EntryValues {
  const { timeZone } = useCompany();
  const today = useToday(timeZone);
  return (entry, timing) => changeTiming(entry, timing, { zone, locale: getLocale(), today });
}

/** `isNew`: the choice is remembered, and an untouched form follows it. */
export function useChooseTiming(draft: DraftState, zone: string, isNew: boolean): (timing: Timing) => void {
  const retimed = useRetimed(zone);
  return (timing) => {
    if (isNew) changeSettings({ timing });
    if (!isNew || draft.isDirty) draft.change(retimed(draft.entry, timing));
  };
}
