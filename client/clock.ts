// The time by the clock of the server. The clock of a device may be wrong by hours; by how much is measured while there is a
// connection (worklogs/unsent/sending.ts), and applied in this document, also when the connection is lost.

/** A smaller difference may be the time that the response took. */
const toleratedMs = 5_000;

let aheadMs = 0;

/** `measuredMs`: how far the clock of the server is ahead of the clock of this device. */
export function acceptClock(measuredMs: number): void {
  aheadMs = Math.abs(measuredMs) < toleratedMs ? 0 : Math.round(measuredMs);
}

export const clockAheadMs = (): number => aheadMs;

export const serverNow = (): number => Date.now() + aheadMs;
