// The search parameters of the import page: the run and the filter of its rows, so that a reload shows the same.

import { choiceParameter, textParameter, useFilters } from '../filters.ts';
import { pagingParameters } from '../ui/list-filters.ts';

const parameters = {
  ...pagingParameters,
  run: textParameter,
  show: choiceParameter(['all', 'invited', 'problems'], 'all'),
};

export const useImportParameters = () => useFilters(parameters);
