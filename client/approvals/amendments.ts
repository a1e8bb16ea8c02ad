// Whether a worklog was amended since a version was seen. Decisions also change the version, but not the content.

import type { WorklogEvent } from '#contract/worklog-events.ts';

export const amendmentsSince = (history: readonly WorklogEvent[], version: number): WorklogEvent[] =>
  history.filter((event) => event.version > version && event.move === 'amend');

export const wasAmended = (history: readonly WorklogEvent[], version: number): boolean =>
  amendmentsSince(history, version).length > 0;
