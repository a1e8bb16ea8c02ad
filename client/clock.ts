// The time by the clock of the server. The clock of a device may be wrong by hours, and may be set while the page is open: by how much
// it is wrong is measured and followed by worklogs/unsent/device-clock.ts, which is loaded after the page. Until then it counts as right.

import { type Day, dayOf } from '#domain/calendar.ts';

let readAheadMs = (): number => 0;

/** Sets what knows how far the clock of the server is ahead of the clock of this device. */
export const setClockSource = (read: () => number): void => {
  readAheadMs = read;
};

export const clockAheadMs = (): number => readAheadMs();

export const serverNow = (): number => Date.now() + readAheadMs();

export const serverDate = (): Date => new Date(serverNow());

export const todayIn = (zone: string): Day => dayOf(serverDate(), zone);
