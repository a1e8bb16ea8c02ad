// The state of a report from its URL: filter, range and API input.

import { dayOf } from '#domain/calendar.ts';
import { useCompany } from '../auth.ts';
import { useFilters } from '../filters.ts';
import { askedFor, type Place, rangeOf, reportParameters } from './filter.ts';

export function useReport(place: Place = {}) {
  const company = useCompany();
  const [choices, change] = useFilters(reportParameters);
  const today = dayOf(new Date(), company.timeZone);
  const range = rangeOf(choices, today);
  return { company, place, choices, change, today, range, asked: askedFor(choices, range, place) };
}

export type Report = ReturnType<typeof useReport>;
