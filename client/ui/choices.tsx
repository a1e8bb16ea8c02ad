// What pickers offer: the server is asked for what fits, a few at a time, and for the names of what is chosen already.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Worker } from '#contract/members.ts';
import type { ProjectChoice } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import type { Noun } from '../queries.ts';
import type { FilterOption } from './MultiSelectFilter.tsx';
import { ProjectDot } from './ProjectDot.tsx';
import { useTyped } from './typed.ts';

export type Choices = {
  /** What fits what was typed, the first of it. */
  options: readonly FilterOption[];
  /** The chosen ones by name, wherever they stand. */
  chosen: readonly FilterOption[];
  hasMore: boolean;
  search: string;
  onSearch: (text: string) => void;
  isLoading: boolean;
  isFailed: boolean;
};

const chosenAtMost = 200;

/** Also archived ones where something can still be done with what was logged on them. */
export function useProjectChoices(ids: readonly string[], archived: 'no' | 'also'): Choices {
  const { id: companyId } = useCompany();
  return useChoices<ProjectChoice>(ids, {
    key: ['projects', 'choices', companyId, archived],
    load: (asked, signal) =>
      api('GET /companies/{companyId}/project-choices', { companyId, archived, ...asked }, { signal }),
    optionOf: projectOption,
  });
}

/** People whose worklogs may be seen, also those who left. */
export function useWorkerChoices(ids: readonly string[]): Choices {
  const { id: companyId } = useCompany();
  return useChoices<Worker>(ids, {
    key: ['members', 'workers', companyId],
    load: (asked, signal) => api('GET /companies/{companyId}/workers', { companyId, ...asked }, { signal }),
    optionOf: workerOption,
  });
}

/** Active people of a fitting role. */
export function useAssignableChoices(as: 'manager' | 'worker', ids: readonly string[]): Choices {
  const { id: companyId } = useCompany();
  return useChoices<Person>(ids, {
    key: ['members', 'assignable', companyId, as],
    load: (asked, signal) =>
      api('GET /companies/{companyId}/assignable-people', { companyId, as, ...asked }, { signal }),
    optionOf: ({ userId, name }) => ({ value: userId, label: name }),
  });
}

type Person = { userId: string; name: string };
type Asked = { search?: string; ids?: string[] };

type Source<C> = {
  key: readonly [Noun, ...string[]];
  load: (asked: Asked, signal: AbortSignal) => Promise<{ found: C[]; chosen: C[]; hasMore: boolean }>;
  optionOf: (choice: C) => FilterOption;
};

function useChoices<C>(ids: readonly string[], { key, load, optionOf }: Source<C>): Choices {
  const [search, setSearch] = useState('');
  const { typed, type } = useTyped('', setSearch);
  const ask = (asked: Asked) => ({
    queryKey: [...key, asked],
    queryFn: ({ signal }: { signal: AbortSignal }) => load(asked, signal),
    placeholderData: keepPreviousData,
  });
  // A page comes before what its filters offer.
  const isDue = useDeferredValue(true, false);
  const found = useQuery({ ...ask(search === '' ? {} : { search }), enabled: isDue });
  const names = namesOf(ids);
  const named = useQuery({ ...ask({ ids: names }), enabled: names.length > 0 });
  return {
    options: (found.data?.found ?? []).map(optionOf),
    chosen: (named.data?.chosen ?? []).map(optionOf),
    hasMore: found.data?.hasMore ?? false,
    search: typed,
    onSearch: type,
    isLoading: found.isPending,
    isFailed: found.isError,
  };
}

/** Sorted, so that the same choice is the same question. */
const namesOf = (ids: readonly string[]): string[] => [...ids].sort().slice(0, chosenAtMost);

const projectOption = ({ id, name, colour, isArchived }: ProjectChoice): FilterOption => ({
  value: id,
  label: isArchived ? m.approvals_archived({ name }) : name,
  mark: <ProjectDot colour={colour} />,
});

const workerOption = ({ userId, name, isActive }: Worker): FilterOption => ({
  value: userId,
  label: isActive ? name : m.ui_deactivated({ name }),
});

/** What a list of options shows: while nothing is typed, the chosen ones that stand further down come first. */
export function shownChoices({ options, chosen, search }: Pick<Choices, 'options' | 'chosen' | 'search'>) {
  if (search.trim() !== '') return options;
  const here = new Set(options.map(({ value }) => value));
  return [...chosen.filter(({ value }) => !here.has(value)), ...options];
}

/** What is chosen, in a few words. */
export function chosenText({ chosen, options }: Choices, value: readonly string[], allLabel: string): string {
  const [only] = value;
  if (only === undefined) return allLabel;
  if (value.length > 1) return m.ui_selected({ count: value.length });
  return [...chosen, ...options].find((option) => option.value === only)?.label ?? m.ui_selected({ count: 1 });
}

/** Options that are known from the start, such as states and roles. */
export const fixedChoices = (options: readonly FilterOption[]): Choices => ({
  options,
  chosen: options,
  hasMore: false,
  search: '',
  onSearch: () => {},
  isLoading: false,
  isFailed: false,
});

const searchFrom = 8;

/** A few are found by looking. */
export const isSearchable = ({ options, hasMore, search }: Choices): boolean =>
  hasMore || search !== '' || options.length >= searchFrom;
