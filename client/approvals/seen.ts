// What a worklog said when it was looked at, and whether it still says it. Decisions change its version but not its words.

import type { WorklogEvent } from '#contract/worklog-events.ts';

export const amendmentsSince = (history: readonly WorklogEvent[], version: number): WorklogEvent[] =>
  history.filter((event) => event.version > version && event.move === 'amend');

export const wasAmended = (history: readonly WorklogEvent[], version: number): boolean =>
  amendmentsSince(history, version).length > 0;
