// The state of a report from its URL: filter, range and API input.

import { useCompany } from '../auth.ts';
import { todayIn } from '../clock.ts';
import { useFilters } from '../filters.ts';
import { type ReportSubject, reportApiFilter, reportParameters, reportRange } from './filter.ts';
import { groupLevels, offeredGroups } from './groups.ts';

export function useReport(subject: ReportSubject = {}) {
  const company = useCompany();
  const [choices, change] = useFilters(reportParameters);
  const today = todayIn(company.timeZone);
  const range = reportRange(choices, today);
  const offered = offeredGroups({ company, subject, range });
  return {
    company,
    subject,
    choices,
    change,
    today,
    range,
    apiFilter: reportApiFilter(choices, range, subject),
    /** The groups that may be chosen, and those of the levels of the breakdown. */
    offered,
    levels: groupLevels(choices, offered),
  };
}

export type Report = ReturnType<typeof useReport>;
