// Options of pickers: searched by the server, a few at a time; the labels of the chosen ones are requested by id.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Noun } from '#domain/nouns.ts';
import { m } from '#locales/messages.js';
import { useDebouncedInput } from './debounced-input.ts';
import { useDeferred } from './deferred.ts';

export type FilterOption = { value: string; label: string; mark?: ReactNode };

export type Choices = {
  /** The first matches of the search text. */
  options: readonly FilterOption[];
  /** The chosen options, also those that are not among the first matches. */
  chosen: readonly FilterOption[];
  hasMore: boolean;
  search: string;
  onSearch: (text: string) => void;
  isLoading: boolean;
  isFailed: boolean;
};

const maxChosen = 200;

type ChoiceInput = { search?: string; ids?: string[] };

type Source<C> = {
  key: readonly [Noun, ...string[]];
  load: (input: ChoiceInput, signal: AbortSignal) => Promise<{ found: C[]; chosen: C[]; hasMore: boolean }>;
  optionOf: (choice: C) => FilterOption;
};

/** Searches on the server; `key` identifies the list. */
export function useChoices<C>(ids: readonly string[], { key, load, optionOf }: Source<C>): Choices {
  const [search, setSearch] = useState('');
  const { typed, type } = useDebouncedInput('', setSearch);
  const choiceQuery = (input: ChoiceInput) => ({
    queryKey: [...key, input],
    queryFn: ({ signal }: { signal: AbortSignal }) => load(input, signal),
    placeholderData: keepPreviousData,
  });
  // Deferred: the page is requested before the options of its filters.
  const isDue = useDeferred(true, false);
  const found = useQuery({ ...choiceQuery(search === '' ? {} : { search }), enabled: isDue });
  const chosenIds = normalizedIds(ids);
  const chosen = useQuery({ ...choiceQuery({ ids: chosenIds }), enabled: chosenIds.length > 0 });
  return {
    options: (found.data?.found ?? []).map(optionOf),
    chosen: (chosen.data?.chosen ?? []).map(optionOf),
    hasMore: found.data?.hasMore ?? false,
    search: typed,
    onSearch: type,
    isLoading: found.isPending,
    isFailed: found.isError,
  };
}

/** Sorted, so that the same choice has the same query key. */
const normalizedIds = (ids: readonly string[]): string[] => [...ids].sort().slice(0, maxChosen);

/** The options to show: without a search text, chosen ones that are not among the first matches come first. */
export function visibleChoices({ options, chosen, search }: Pick<Choices, 'options' | 'chosen' | 'search'>) {
  if (search.trim() !== '') return options;
  const visible = new Set(options.map(({ value }) => value));
  return [...chosen.filter(({ value }) => !visible.has(value)), ...options];
}

/** Short text for the chosen values. */
export function chosenText({ chosen, options }: Choices, value: readonly string[], allLabel: string): string {
  const [only] = value;
  if (only === undefined) return allLabel;
  if (value.length > 1) return m.ui_selected({ count: value.length });
  return [...chosen, ...options].find((option) => option.value === only)?.label ?? m.ui_selected({ count: 1 });
}

/** Options that need no request, such as statuses and roles. */
export const fixedChoices = (options: readonly FilterOption[]): Choices => ({
  options,
  chosen: options,
  hasMore: false,
  search: '',
  onSearch: () => {},
  isLoading: false,
  isFailed: false,
});

const minOptionsForSearch = 8;

/** Only where there are many options. */
export const isSearchable = ({ options, hasMore, search }: Choices): boolean =>
  hasMore || search !== '' || options.length >= minOptionsForSearch;
