// What was typed into the timesheet and not submitted: in the sessionStorage of the tab, per person, company and week, so that it
// survives other weeks and pages, a reload and an expired session.

import { useState } from 'react';
import type { Day } from '#domain/calendar.ts';
import { projectColours } from '#domain/projects.ts';
import { authStore, useCompany } from '../../auth.ts';
import { isRecord, tabStorage } from '../../storage.ts';
import type { SheetTask } from './sheet.ts';

/** `kept`: tasks on which something was typed. `typed`: by cell. `notes`: by task, where the company requires them. */
export type WeekDraft = {
  added: readonly SheetTask[];
  kept: readonly SheetTask[];
  typed: Readonly<Record<string, string>>;
  notes: Readonly<Record<string, string>>;
};

const emptyDraft: WeekDraft = { added: [], kept: [], typed: {}, notes: {} };

type Drafts = Readonly<Record<Day, WeekDraft>>;

export function useTimesheetDraft(week: Day) {
  const { id: companyId } = useCompany();
  const key = ['draft', authStore.get().user?.uid ?? '', companyId, 'timesheet'].join(':');
  const [drafts, setDrafts] = useState(() => readDrafts(key));
  const change = (patch: (before: WeekDraft) => Partial<WeekDraft>) =>
    setDrafts((before) => {
      const draft = before[week] ?? emptyDraft;
      const next = { ...before, [week]: { ...draft, ...patch(draft) } };
      tabStorage.set(key, next);
      return next;
    });
  return {
    draft: drafts[week] ?? emptyDraft,
    /** Empty texts are removed. */
    type: (typed: Readonly<Record<string, string>>, tasks: readonly SheetTask[]) =>
      change((before) => ({
        typed: withoutEmpty({ ...before.typed, ...typed }),
        kept: withTasks(before.kept, tasks),
      })),
    addTasks: (tasks: readonly SheetTask[]) => change(({ added }) => ({ added: withTasks(added, tasks) })),
    removeTask: (taskId: string) =>
      change(({ added, kept, typed }) => ({
        added: added.filter((task) => task.taskId !== taskId),
        kept: kept.filter((task) => task.taskId !== taskId),
        typed: Object.fromEntries(Object.entries(typed).filter(([cell]) => !cell.startsWith(`${taskId} `))),
      })),
    writeNotes: (taskId: string, text: string) => change(({ notes }) => ({ notes: { ...notes, [taskId]: text } })),
    replaceTyped: (typed: WeekDraft['typed']) => change(() => ({ typed })),
  };
}

export type TimesheetDraft = ReturnType<typeof useTimesheetDraft>;

const withTasks = (added: readonly SheetTask[], tasks: readonly SheetTask[]): SheetTask[] => [
  ...added,
  ...tasks.filter(({ taskId }) => added.every((task) => task.taskId !== taskId)),
];

const withoutEmpty = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

function readDrafts(key: string): Drafts {
  const stored = tabStorage.get(key);
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([week, draft]) => (isRecord(draft) ? [[week, readDraft(draft)]] : [])),
  );
}

const readDraft = ({ added, kept, typed, notes }: Record<string, unknown>): WeekDraft => ({
  added: tasksOf(added),
  kept: tasksOf(kept),
  typed: textsOf(typed),
  notes: textsOf(notes),
});

const tasksOf = (stored: unknown): SheetTask[] => (Array.isArray(stored) ? stored.flatMap(readTask) : []);

const textsOf = (stored: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(stored) ? stored : {}).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text] as const] : [],
    ),
  );

function readTask(stored: unknown): SheetTask[] {
  const { taskId, taskName, projectId, projectName, clientName = null, colour } = textsOf(stored);
  const known = projectColours.find((one) => one === colour);
  if (!taskId || !taskName || !projectId || !projectName || !known) return [];
  return [{ taskId, taskName, projectId, projectName, clientName, colour: known }];
}
