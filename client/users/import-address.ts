// What the page shows: a run, and which of its rows. In the address, so that a reload finds the run again.

import { choiceParameter, textParameter, useFilters } from '../filters.ts';
import { pagingParameters } from '../ui/list-filters.ts';

const parameters = {
  ...pagingParameters,
  run: textParameter,
  show: choiceParameter(['all', 'invited', 'look-at'], 'all'),
};

export const useImportAddress = () => useFilters(parameters);
