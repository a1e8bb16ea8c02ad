// How far the clock of the server is ahead of the clock of this device: measured while there is a connection, and followed when it is
// lost. Somebody may set the clock meanwhile: then Date.now() jumps, and performance.now() does not. A jump back is certainly that. A
// jump ahead may also be a sleep of the device, in which performance.now() stops on some: it is taken for a correction only if it leaves
// the clock right. So a right clock that is set ahead without a connection stays unnoticed until it is measured again.

import { setClockSource } from '../../clock.ts';
import { isConnected, onReconnect } from '../../connection.ts';

/** A smaller difference may be the time that the response took, or clocks that do not run equally fast. */
const toleratedMs = 5_000;

/** People set a clock to the minute. */
const setToMs = 60_000;

const watchIntervalMs = 5_000;

/** A measurement that takes longer is not exact. */
const clockLimitMs = 10_000;

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

function followClock(): number {
  const { aheadMs, date, ticks } = last;
  const now = readingWith(aheadMs);
  const jumpedMs = now.date - date - (now.ticks - ticks);
  if (Math.abs(jumpedMs) < toleratedMs) return aheadMs;
  jumps += 1;
  const isCorrection = Math.abs(aheadMs - jumpedMs) < Math.min(setToMs, aheadMs / 10);
  last = jumpedMs < 0 || isCorrection ? readingWith(aheadMs - Math.round(jumpedMs)) : now;
  return last.aheadMs;
}

/** Measures now, after a gap in the connection and after every jump. `onSet`: the clock is wrong by another time than before. */
export function watchClock(onSet: () => void): () => void {
  let [known, seen] = [followClock(), jumps];
  const report = () => {
    const before = known;
    known = followClock();
    if (before !== known) onSet();
  };
  const measure = () => void measureClock().then(report);
  const look = () => {
    report();
    if (seen !== jumps && isConnected()) measure();
    seen = jumps;
  };
  const timer = setInterval(look, watchIntervalMs);
  document.addEventListener('visibilitychange', look);
  // Beside it: the settings of a computer do not hide the page.
  window.addEventListener('focus', look);
  const stopListening = onReconnect(measure);
  measure();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
    stopListening();
  };
}

/** Against the server's, by the header that every response has. Without a connection, the last measurement stays. */
async function measureClock(): Promise<void> {
  const sentAt = performance.now();
  const signal = AbortSignal.timeout(clockLimitMs);
  const response = await fetch('/health', { method: 'HEAD', cache: 'no-store', signal }).catch(() => null);
  const serverTime = Date.parse(response?.headers.get('date') ?? '');
  const durationMs = performance.now() - sentAt;
  if (!Number.isNaN(serverTime)) acceptClock(serverTime + halfSecondMs + durationMs / 2 - Date.now());
}
