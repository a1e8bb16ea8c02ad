// The filter of the reports as it stands in the address, and as the API is asked for it. All three reports share it, so that
// a link from one to the next keeps range and choices.

import type { Day } from '#domain/calendar.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import { choicesParameter, dayParameter, listParameter } from '../filters.ts';
import { type DateRange, dateRangeOf } from '../ui/date-range.ts';

export const reportParameters = {
  from: dayParameter,
  to: dayParameter,
  projects: listParameter,
  workers: listParameter,
  statuses: choicesParameter(worklogStatuses),
};

export type ReportChoices = {
  from: Day | null;
  to: Day | null;
  projects: string[];
  workers: string[];
  statuses: (typeof worklogStatuses)[number][];
};

/** This month unless the address says otherwise; a range turned round is read the other way. */
export function rangeOf({ from, to }: Pick<ReportChoices, 'from' | 'to'>, today: Day): DateRange {
  const usual = dateRangeOf('this-month', today, 1);
  const [first = usual.from, last = usual.to] = [from ?? usual.from, to ?? usual.to].sort();
  return { from: first, to: last };
}

/** Nothing chosen means no restriction: the server then leaves rejected worklogs out. What is no id restricts nothing. */
export function askedFor(choices: ReportChoices, range: DateRange) {
  const projectIds = choices.projects.filter(isId);
  const workerIds = choices.workers.filter(isId);
  return {
    ...range,
    ...(projectIds.length > 0 ? { projectIds } : {}),
    ...(workerIds.length > 0 ? { workerIds } : {}),
    ...(choices.statuses.length > 0 ? { statuses: choices.statuses } : {}),
  };
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
