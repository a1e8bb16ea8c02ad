// The state of the form that enters worklogs for others: draft, people, errors, and the results of the last request.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Company } from '#contract/companies.ts';
import type { EnteredResult } from '#contract/worklogs-for-others.ts';
import { maxEnteredTogether } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { authStore, useCompany } from '../../auth.ts';
import { serverDate } from '../../clock.ts';
import { affectedBy, apiQuery, useApiMutation } from '../../queries.ts';
import { isRecord, tabStorage } from '../../storage.ts';
import { readerZone } from '../../ui/format.ts';
import { useDraft } from '../drafts.ts';
import { emptyEntry, entryRequest } from '../entry.ts';
import { formError, type RefusedEntry, serverErrors, validateEntry } from '../entry-errors.ts';
import type { LoggableTask } from '../loader.ts';
import { useChooseTiming, useRetimed, useTiming } from '../timing.ts';
import { useToday } from '../today.ts';
import { entryZone } from '../zone.ts';
import { receiptErrors } from './required-receipt.ts';

export type CrewMember = { userId: string; name: string };

/** With the name that the person was chosen by. */
export type NamedResult = EnteredResult & { name: string };

export function useForOthers(policies: Company, projectId: string | null) {
  const { id: companyId, timeZone, currency } = useCompany();
  const locale = getLocale();
  const [openedAt] = useState(() => serverDate());
  const zone = entryZone(readerZone(), timeZone, openedAt);
  const key = ['draft', authStore.get().user?.uid ?? '', companyId, 'for-others', projectId ?? ''].join(':');
  const initial = useRetimed(zone)(emptyEntry(useToday(zone)), useTiming(policies));
  const draft = useDraft(key, initial, null);
  const chooseTiming = useChooseTiming(draft, zone, true);
  const people = useKeptPeople(`${key}:people`);
  const { data: tasks } = useQuery({
    ...apiQuery('projects', 'GET /companies/{companyId}/enterable-tasks', { companyId, ids: [draft.entry.taskId] }),
    enabled: draft.entry.taskId !== '',
  });
  const task = tasks?.chosen[0];
  // As most worklogs are timed.
  const kind = task?.kind ?? 'timed';
  const [hasTried, setTried] = useState(false);
  const [refused, setRefused] = useState<RefusedEntry | null>(null);
  const [results, setResults] = useState<readonly NamedResult[] | null>(null);
  const enter = useApiMutation('POST /companies/{companyId}/worklogs-for-others', { invalidates: affectedBy.worklogs });

  const { entry } = draft;
  const ownErrors = {
    ...receiptErrors(entry.amount, { policies, currency, locale }),
    ...validateEntry(entry, { kind, zone, locale, policies }),
  };
  const peopleError = peopleErrorOf(people.chosen.length);

  /** Resolves to whether the request was answered. Those who were refused stay chosen. */
  async function submit({ confirmOverlap } = { confirmOverlap: false }): Promise<boolean> {
    setTried(true);
    setRefused(null);
    if (Object.keys(ownErrors).length > 0 || peopleError !== null) return false;
    const workerIds = people.chosen.map(({ userId }) => userId);
    try {
      const request = entryRequest(entry, kind, { zone, locale, currency });
      const response = await enter.mutateAsync({ companyId, confirmOverlap, ...request, workerIds });
      const named = response.results.map((one) => ({ ...one, name: nameOf(people.chosen, one.workerId) }));
      const left = named.flatMap(({ worklog, workerId: userId, name }) => (worklog ? [] : [{ userId, name }]));
      people.change(left);
      if (left.length === 0) draft.discard();
      setTried(false);
      setResults(named);
      return true;
    } catch (error) {
      setRefused({ error, entry });
      return false;
    }
  }

  /** Those chosen for a task of another project may not work on this one. */
  function chooseTask({ taskId, projectId }: LoggableTask): void {
    if (task && task.projectId !== projectId) people.change([]);
    draft.change({ ...entry, taskId });
  }

  return {
    draft,
    chooseTask,
    chooseTiming,
    people,
    zone,
    kind,
    errors: { ...(refused ? serverErrors(refused, entry) : {}), ...(hasTried ? ownErrors : {}) },
    peopleError: hasTried ? peopleError : null,
    refusal: refused ? formError(refused, entry) : null,
    results,
    correct: () => setResults(null),
    submit,
    isSaving: enter.isPending,
  };
}

export type ForOthers = ReturnType<typeof useForOthers>;

function peopleErrorOf(count: number): string | null {
  if (count === 0) return m.for_others_people_missing();
  return count > maxEnteredTogether ? m.for_others_people_most({ most: maxEnteredTogether }) : null;
}

const nameOf = (people: readonly CrewMember[], id: string): string =>
  people.find(({ userId }) => userId === id)?.name ?? '';

/** The chosen people, kept in the tab like the draft. */
function useKeptPeople(key: string) {
  const [chosen, setChosen] = useState(() => readPeople(key));
  const change = (next: readonly CrewMember[]) => {
    setChosen(next);
    if (next.length > 0) tabStorage.set(key, next);
    else tabStorage.remove(key);
  };
  return { chosen, change };
}

function readPeople(key: string): readonly CrewMember[] {
  const kept = tabStorage.get(key);
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one: unknown) =>
    isRecord(one) && typeof one.userId === 'string' && typeof one.name === 'string'
      ? [{ userId: one.userId, name: one.name }]
      : [],
  );
}
