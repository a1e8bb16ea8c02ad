// How far the clock of the server is ahead of the clock of this device. It is measured while there is a connection. If somebody sets the
// clock of the device without one, Date.now() jumps and performance.now() does not, so the difference changes by the jump. A jump back is
// certainly such a change. A jump ahead may also be a sleep of the device, because performance.now() stops on some devices while they
// sleep: it counts as a change only if the clock is right after it. So a right clock that is set ahead is noticed by the next
// measurement only.

import { setClockSource } from '../../clock.ts';
import { isConnected, onReconnect } from '../../connection.ts';
import { requestHealth } from './health.ts';

/** A smaller difference may be the time that the response took, or clocks that do not run equally fast. */
const toleratedMs = 5_000;

/** People set a clock to the minute: after that it is right within this. */
const setPrecisionMs = 60_000;

const watchIntervalMs = 5_000;

/** A measurement that takes longer is not exact. */
const maxMeasuringMs = 10_000;

/** The header has no fractions of a second. */
const halfSecondMs = 500;

type Reading = { aheadMs: number; date: number; ticks: number };

const readingWith = (aheadMs: number): Reading => ({ aheadMs, date: Date.now(), ticks: performance.now() });

/** The last measurement, or the last jump. */
let last = readingWith(0);

let jumps = 0;

setClockSource(followClock);

/** `measuredMs`: how far the clock of the server is ahead of the clock of this device. */
export function acceptClock(measuredMs: number): void {
  last = readingWith(Math.abs(measuredMs) < toleratedMs ? 0 : Math.round(measuredMs));
}

/** As it was at `takenAt` by the clock of the server, in an earlier document. An earlier time now shows that the clock was set since. */
export function acceptEarlierClock(measuredMs: number, takenAt: number): void {
  const isPast = Date.now() + measuredMs < takenAt - toleratedMs;
  acceptClock(isPast ? Math.max(0, takenAt - Date.now()) : measuredMs);
}

/** Reads the difference, and corrects it if the clock of the device was set since the last reading. */
function followClock(): number {
  const { aheadMs, date, ticks } = last;
  const now = readingWith(aheadMs);
  const jumpedMs = now.date - date - (now.ticks - ticks);
  if (Math.abs(jumpedMs) < toleratedMs) return aheadMs;
  jumps += 1;
  const isCorrection = Math.abs(aheadMs - jumpedMs) < Math.min(setPrecisionMs, aheadMs / 10);
  last = jumpedMs < 0 || isCorrection ? readingWith(aheadMs - Math.round(jumpedMs)) : now;
  return last.aheadMs;
}

/** Measures now, after a gap in the connection and after every jump. Calls `onSet` whenever the difference has changed. */
export function watchClock(onSet: () => void): () => void {
  let knownAheadMs = followClock();
  let knownJumps = jumps;
  const report = () => {
    const before = knownAheadMs;
    knownAheadMs = followClock();
    if (before !== knownAheadMs) onSet();
  };
  const measure = () => void measureClock().then(report);
  const check = () => {
    report();
    if (knownJumps !== jumps && isConnected()) measure();
    knownJumps = jumps;
  };
  const timer = setInterval(check, watchIntervalMs);
  document.addEventListener('visibilitychange', check);
  // The page stays visible beside the settings of a computer, and has the focus again after them.
  window.addEventListener('focus', check);
  const stopListening = onReconnect(measure);
  measure();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    window.removeEventListener('focus', check);
    stopListening();
  };
}

/** Against the server's, by the header that every response has. Without a connection, the last measurement stays. */
async function measureClock(): Promise<void> {
  const sentAt = performance.now();
  const response = await requestHealth(maxMeasuringMs);
  const serverTime = Date.parse(response?.headers.get('date') ?? '');
  const durationMs = performance.now() - sentAt;
  if (!Number.isNaN(serverTime)) acceptClock(serverTime + halfSecondMs + durationMs / 2 - Date.now());
}
