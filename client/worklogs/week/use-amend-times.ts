// Saves a change of times made by dragging or keyboard: shown optimistically, and rolled back with the reason if the server
// refuses it. Changes of one worklog are sent one after the other, each with the version that the last one returned.

import { useRef, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { dayOf } from '#domain/calendar.ts';
import { minutesBetween } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { ApiProblem } from '../../api.ts';
import { useCompany } from '../../auth.ts';
import { affectedBy, invalidate, useApiMutation } from '../../queries.ts';
import { hideToast, showToast } from '../../toast.ts';
import { problemText } from '../../ui/problem-text.ts';
import { entryFromWorklog, timesRequest } from '../entry.ts';
import { formatDayAndSpan } from './describe.ts';
import { type Span, worklogSpan } from './layout.ts';

export type RefusedChange = { error: unknown; worklog: Worklog; span: Span };

type Options = { confirmOverlap?: boolean; isUndo?: boolean };

export function useAmendTimes() {
  const { id: companyId, timeZone } = useCompany();
  const { mutateAsync } = useApiMutation('PATCH /companies/{companyId}/worklogs/{worklogId}', {
    invalidates: affectedBy.worklogs,
  });
  const [optimistic, setOptimistic] = useState<ReadonlyMap<string, Worklog>>(new Map());
  const [refused, setRefused] = useState<RefusedChange | null>(null);
  const running = useRef(new Map<string, Promise<Worklog | null>>());

  async function send(
    seen: Worklog,
    span: Span,
    options: Options,
    before: Promise<Worklog | null>,
  ): Promise<Worklog | null> {
    const worklog = (await before) ?? seen;
    const locale = getLocale();
    const entry = entryFromWorklog(withSpan(worklog, span, timeZone), locale);
    try {
      const saved = await mutateAsync({
        companyId,
        worklogId: worklog.id,
        version: worklog.version,
        confirmOverlap: options.confirmOverlap ?? false,
        ...timesRequest(entry, worklog.zone),
      });
      showSuccess(worklog, saved, options);
      return saved;
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'worklog.conflict') setRefused({ error, worklog, span });
      else showRefusal(error, worklog, timeZone);
      if (isChangedElsewhere(error)) await invalidate(['worklogs']);
      return null;
    }
  }

  async function amend(seen: Worklog, span: Span, options: Options = {}): Promise<void> {
    const shown = withSpan(seen, span, timeZone);
    // Its undo would no longer refer to the last change.
    hideToast();
    setRefused(null);
    setOptimistic((before) => new Map(before).set(seen.id, shown));
    const sent = send(seen, span, options, running.current.get(seen.id) ?? Promise.resolve(null));
    running.current.set(seen.id, sent);
    await sent;
    if (running.current.get(seen.id) === sent) running.current.delete(seen.id);
    // Keep a later change of the same worklog.
    setOptimistic((before) => (before.get(seen.id) === shown ? without(before, seen.id) : before));
  }

  function showSuccess(before: Worklog, saved: Worklog, { isUndo = false }: Options): void {
    const [now, earlier] = [worklogSpan(saved), worklogSpan(before)];
    if (!now || !earlier) return;
    const when = formatDayAndSpan(now, timeZone);
    const run = () => amend(saved, earlier, { isUndo: true });
    const moved = before.status === 'rejected' ? m.week_moved_again({ when }) : m.week_moved({ when });
    showToast(isUndo ? m.week_undone({ when }) : moved, {
      type: 'success',
      action: isUndo ? null : { label: m.week_undo(), run },
    });
  }

  return { optimistic, amend, refused, closeRefusal: () => setRefused(null) };
}

function without(map: ReadonlyMap<string, Worklog>, id: string): ReadonlyMap<string, Worklog> {
  const rest = new Map(map);
  rest.delete(id);
  return rest;
}

const isChangedElsewhere = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 404 || error.status === 409);

/** Prefers the message of the first invalid field, which is more specific. */
function showRefusal(error: unknown, worklog: Worklog, zone: string): void {
  const reason = (error instanceof ApiProblem && error.errors[0]?.message) || problemText(error);
  // If it was changed or withdrawn meanwhile, its time before the drag is no longer correct.
  const span = isChangedElsewhere(error) ? null : worklogSpan(worklog);
  const message = span ? m.week_put_back({ reason, when: formatDayAndSpan(span, zone) }) : reason;
  showToast(message, { type: 'error' });
}

/** The expected worklog after the change. */
const withSpan = (worklog: Worklog, { from, to }: Span, companyZone: string): Worklog => ({
  ...worklog,
  startsAt: new Date(from).toISOString(),
  endsAt: new Date(to).toISOString(),
  day: dayOf(new Date(from), companyZone),
  minutes: minutesBetween(new Date(from), new Date(to)),
  status: 'pending',
  reviewNotes: null,
});
