// The search parameters of the page: the import, and the pages of its two tables.

import { numberParameter, textParameter, useFilters } from '../filters.ts';
import { pagingParameters } from '../ui/list-filters.ts';

const parameters = { ...pagingParameters, run: textParameter, totals: numberParameter(1) };

export const useHistoryParameters = () => useFilters(parameters);
