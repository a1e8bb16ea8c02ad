// Measures the clock of the device against the server's, by the header that every response has.

import { acceptClock } from '../clock.ts';

/** The header has no fractions of a second. */
const halfSecondMs = 500;

/** Does nothing without a connection. */
export async function measureClock(): Promise<void> {
  const sentAt = Date.now();
  try {
    const response = await fetch('/health', { method: 'HEAD', cache: 'no-store' });
    const serverTime = Date.parse(response.headers.get('date') ?? '');
    const duration = Date.now() - sentAt;
    if (!Number.isNaN(serverTime)) acceptClock(serverTime + halfSecondMs - (sentAt + duration / 2));
  } catch {
    // The last measurement stays.
  }
}
