import { useSyncExternalStore } from 'react';
import type { Day } from '#domain/calendar.ts';
import { todayIn } from '../clock.ts';

const pollIntervalMs = 30_000;

/** Today in a zone; updates on a page that stays open overnight. */
export const useToday = (zone: string): Day => useSyncExternalStore(subscribe, () => todayIn(zone));

function subscribe(listener: () => void) {
  const timer = setInterval(listener, pollIntervalMs);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}
