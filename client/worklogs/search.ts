// The search parameters of the page: filters, page number, and which form is open.

import { useNavigate, useRouter } from '@tanstack/react-router';
import { worklogStatuses } from '#domain/worklogs.ts';
import {
  choiceParameter,
  choicesParameter,
  dayParameter,
  idsOrNoneParameter,
  idsParameter,
  textParameter,
  type UrlParameter,
  useFilters,
} from '../filters.ts';
import { pagingParameters } from '../ui/list-filters.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This page opened the form, so closing it may navigate back. */
    isOpenedHere?: boolean;
    /** The form begins at the notes. */
    isForNotes?: boolean;
  }
}

/** True if the parameter is present, whatever its value. */
const flagParameter: UrlParameter<boolean> = {
  read: (raw) => raw !== undefined,
  write: (isThere) => (isThere ? 'true' : undefined),
};

export const worklogViews = ['list', 'week', 'timesheet'] as const;
export type WorklogView = (typeof worklogViews)[number];

export const worklogParameters = {
  view: choiceParameter(worklogViews, 'list'),
  from: dayParameter,
  to: dayParameter,
  clientIds: idsOrNoneParameter,
  projectIds: idsParameter,
  statuses: choicesParameter(worklogStatuses),
  tagIds: idsOrNoneParameter,
  ...pagingParameters,
};

const formParameters = {
  worklog: textParameter,
  duplicate: textParameter,
  new: flagParameter,
  timer: textParameter,
  unsent: textParameter,
  start: textParameter,
  end: textParameter,
};

/** The form that the URL names. `times`: instants that a new worklog starts with. `unsent`: a worklog that waits on this device. */
export type FormTarget =
  | { form: 'new'; times?: { start: string; end: string } }
  | { form: 'timer'; timerId: string }
  | { form: 'unsent'; unsentId: string }
  | { form: 'worklog' | 'duplicate'; id: string };

export function useFormTarget(): FormTarget | null {
  const [{ worklog, duplicate, new: isNew, timer, unsent, start, end }] = useFilters(formParameters);
  if (worklog !== '') return { form: 'worklog', id: worklog };
  if (duplicate !== '') return { form: 'duplicate', id: duplicate };
  if (timer !== '') return { form: 'timer', timerId: timer };
  if (unsent !== '') return { form: 'unsent', unsentId: unsent };
  if (!isNew) return null;
  return isInstant(start) && isInstant(end) ? { form: 'new', times: { start, end } } : { form: 'new' };
}

const isInstant = (text: string): boolean => !Number.isNaN(Date.parse(text));

const noForm = {
  worklog: undefined,
  duplicate: undefined,
  new: undefined,
  timer: undefined,
  unsent: undefined,
  start: undefined,
  end: undefined,
};

/** Search parameters with that form open, or none; filters stay. */
export const withOpenForm =
  (target: FormTarget | null) =>
  (before: Record<string, unknown>): Record<string, unknown> => ({
    ...before,
    ...noForm,
    ...(target && formSearch(target)),
  });

function formSearch(target: FormTarget) {
  if (target.form === 'new') return { new: 'true', ...target.times };
  return { [target.form]: subjectIdOf(target) };
}

/** What the form is about; empty for a new worklog. */
export function subjectIdOf(target: FormTarget): string {
  if ('id' in target) return target.id;
  if ('timerId' in target) return target.timerId;
  return 'unsentId' in target ? target.unsentId : '';
}

export function useFormNavigation() {
  const navigate = useNavigate();
  const router = useRouter();
  const go = (target: FormTarget | null, replace: boolean) =>
    navigate({
      to: '.',
      search: withOpenForm(target),
      state: target && !replace ? { isOpenedHere: true } : {},
      replace,
      resetScroll: false,
    });
  return {
    open: (target: FormTarget) => go(target, false),
    close: () => (router.state.location.state.isOpenedHere ? router.history.back() : go(null, true)),
  };
}
