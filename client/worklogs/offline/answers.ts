// Answers requests of the worklogs page from a copy, as the server would have at the time of the copy. Undefined for what was not
// copied: then the page says that there is no connection.

import type { Totals, Worklog } from '#contract/worklogs.ts';
import { noClient } from '#domain/clients.ts';
import { noTag } from '#domain/tags.ts';
import { matchTasks } from '#domain/task-match.ts';
import { totalsOfWorklogs } from '#domain/totals.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import type { ApiInput, ApiOutput, ReadName } from '../../api.ts';
import { isInFilter, sortWorklogs } from '../worklog-list.ts';
import type { OfflineCopy } from './copy.ts';

type Answer<N extends ReadName> = (input: ApiInput<N>, copy: OfflineCopy, now: number) => ApiOutput<N> | undefined;

const answers: { [N in ReadName]?: Answer<N> } = {
  'GET /companies/{companyId}': (_, { company }) => company,
  'GET /companies/{companyId}/loggable-tasks': ({ search = '', ids }, { tasks }) => ({
    found: matchTasks(search, tasks.found).found,
    chosen: tasks.found.filter(({ taskId }) => textsOf(ids).includes(taskId)),
    hasMore: false,
  }),
  'GET /companies/{companyId}/tags': ({ search = '', ids }, { tags }) =>
    tags
      ? {
          found: tags.found.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase())),
          chosen: tags.found.filter(({ id }) => textsOf(ids).includes(id)),
          hasMore: false,
        }
      : undefined,
  // A timer is measured against this.
  'GET /companies/{companyId}/timer': (_, { timer: { timer } }, now) => ({ timer, now: new Date(now).toISOString() }),
  'GET /companies/{companyId}/worklogs': listWorklogs,
  'GET /companies/{companyId}/worklogs/{worklogId}': findWorklog,
};

/** `now`: by the clock of the server. */
export function answerFromOfflineCopy<N extends ReadName>(
  name: N,
  input: ApiInput<N>,
  copy: OfflineCopy,
  now: number,
): ApiOutput<N> | undefined {
  const answer: Answer<N> | undefined = answers[name];
  return answer?.(input, copy, now);
}

function listWorklogs(
  { from, to = '9999-12-31', workerIds, page, pageSize, ...rest }: ApiInput<'GET /companies/{companyId}/worklogs'>,
  copy: OfflineCopy,
): ApiOutput<'GET /companies/{companyId}/worklogs'> | undefined {
  const workers = textsOf(workerIds);
  const isOwn = workers.length === 1 && workers[0] === copy.personId;
  // The page says since which day it has worklogs.
  if (!isOwn || from === undefined || to < copy.from) return undefined;
  const statuses = worklogStatuses.filter((status) => textsOf(rest.statuses).includes(status));
  const clientIds = textsOf(rest.clientIds);
  // Clients are not copied.
  if (clientIds.some((id) => id !== noClient)) return undefined;
  const filter = { from, to, projectIds: textsOf(rest.projectIds), statuses, clientIds, tagIds: [] };
  const tagIds = textsOf(rest.tagIds);
  const found = copy.worklogs.filter((one) => isInFilter(one, filter) && isTagged(one, tagIds, copy));
  const place = { page: Number(page ?? 1), pageSize: Number(pageSize ?? found.length) };
  const first = (place.page - 1) * place.pageSize;
  const worklogs = sortWorklogs(found).slice(first, first + place.pageSize);
  return { worklogs, totals: totalsOf(found), ...place, nextCursor: null };
}

function totalsOf(worklogs: readonly Worklog[]): Totals {
  const { rejected, minutes, expenses } = totalsOfWorklogs(worklogs);
  const countOf = (status: Worklog['status']) => worklogs.filter((one) => one.status === status).length;
  return {
    items: worklogs.length,
    minutes,
    expenses,
    rejectedMinutes: rejected.minutes,
    rejectedExpenses: rejected.expenses,
    pending: countOf('pending'),
    approved: countOf('approved'),
    rejected: countOf('rejected'),
  };
}

/** What an address or a query cache may contain in place of a list of ids. */
const textsOf = (given: unknown): string[] =>
  Array.isArray(given) ? given.filter((one): one is string => typeof one === 'string') : [];

const isTagged = ({ tags }: Worklog, tagIds: readonly string[], copy: OfflineCopy): boolean =>
  tagIds.length === 0 ||
  (tags.length === 0 && tagIds.includes(noTag)) ||
  copy.tags?.found.some(({ id, name }) => tagIds.includes(id) && tags.includes(name)) === true;

/** Without its history. One with receipts only if these were copied, because a form that does not show them would remove them. */
function findWorklog(
  { worklogId }: ApiInput<'GET /companies/{companyId}/worklogs/{worklogId}'>,
  { worklogs, details }: OfflineCopy,
): ApiOutput<'GET /companies/{companyId}/worklogs/{worklogId}'> | undefined {
  const worklog = worklogs.find(({ id }) => id === worklogId);
  if (!worklog) return undefined;
  const found = details.find((one) => one.worklog.id === worklogId && one.worklog.version === worklog.version);
  if (found) return found;
  return worklog.receipts === 0 || worklog.actions.amend !== true ? { worklog, receipts: [], history: [] } : undefined;
}
