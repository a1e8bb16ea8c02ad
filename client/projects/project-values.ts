// The form values of a project, and their conversion from and to the API. Budgets are text as typed; an absent day is ''.

import type { Project, Task } from '#contract/projects.ts';
import { defaultProjectColour, type ProjectColour, type TaskKind } from '#domain/projects.ts';
import { type ApiInput, newIdempotencyKey } from '../api.ts';
import { hoursText, moneyText, readHours, readMoney } from './budget.ts';

export type TaskValues = {
  /** React key of the row, also while it has no id. */
  key: string;
  /** '' for a new task. */
  id: string;
  name: string;
  kind: TaskKind;
  hours: string;
  money: string;
  isClosed: boolean;
  isUsed: boolean;
};

export type ProjectValues = {
  /** The version that these values are based on; 0 for a new project. */
  version: number;
  name: string;
  code: string;
  colour: ProjectColour;
  notes: string;
  startsOn: string;
  endsOn: string;
  hours: string;
  money: string;
  audience: 'everyone' | 'chosen';
  managerIds: string[];
  workerIds: string[];
  tasks: TaskValues[];
};

/** How numbers are formatted: the company's currency and the user's language. */
export type Writing = { currency: string; locale: string };

export const emptyProject: ProjectValues = {
  version: 0,
  name: '',
  code: '',
  colour: defaultProjectColour,
  notes: '',
  startsOn: '',
  endsOn: '',
  hours: '',
  money: '',
  audience: 'everyone',
  managerIds: [],
  workerIds: [],
  tasks: [],
};

export const newTask = (name: string): TaskValues => ({
  key: newIdempotencyKey(),
  id: '',
  name,
  kind: 'timed',
  hours: '',
  money: '',
  isClosed: false,
  isUsed: false,
});

export const valuesOf = (project: Project, writing: Writing): ProjectValues => ({
  version: project.version,
  name: project.name,
  code: project.code,
  colour: project.colour,
  notes: project.notes,
  startsOn: project.startsOn ?? '',
  endsOn: project.endsOn ?? '',
  ...budgetTexts(project, writing),
  audience: project.forEveryone ? 'everyone' : 'chosen',
  managerIds: project.managerIds,
  workerIds: project.workerIds,
  tasks: project.tasks.map((task) => taskValuesOf(task, writing)),
});

type CreateInput = Omit<ApiInput<'POST /companies/{companyId}/projects'>, 'companyId'>;
type UpdateInput = Omit<
  ApiInput<'PATCH /companies/{companyId}/projects/{projectId}'>,
  'companyId' | 'projectId' | 'version'
>;

export function createInputOf(values: ProjectValues, writing: Writing): CreateInput {
  const { tasks, ...fields } = inputOf(values, writing);
  return { ...fields, tasks: tasks.map(({ id: _id, isClosed: _isClosed, ...task }) => task) };
}

/** Only the changed fields, so that a change of one field never reverts another one. */
export function updateInputOf(base: ProjectValues, values: ProjectValues, writing: Writing): UpdateInput {
  const before: Record<string, unknown> = inputOf(base, writing);
  const changed = Object.entries(inputOf(values, writing)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}

/** Paths of invalid budgets; the server validates everything else. */
export function wrongBudgets(values: ProjectValues, { currency, locale }: Writing): string[] {
  const wrongIn = (path: string, { hours, money }: { hours: string; money: string }) => [
    ...(readHours(hours, locale).isWrong ? [`${path}hours`] : []),
    ...(readMoney(money, currency, locale).isWrong ? [`${path}money`] : []),
  ];
  return [...wrongIn('', values), ...values.tasks.flatMap((task, index) => wrongIn(`tasks.${index}.`, task))];
}

/** Maps field names of the API to different names in the form. */
export function fieldNamesOf(values: ProjectValues): Record<string, string> {
  const prefixes = ['', ...values.tasks.map((_, index) => `tasks.${index}.`)];
  const budgets = prefixes.flatMap((prefix) => [
    [`${prefix}budgetMinutes`, `${prefix}hours`],
    [`${prefix}budgetMinor`, `${prefix}money`],
  ]);
  return { ...Object.fromEntries(budgets), forEveryone: 'audience' };
}

const budgetTexts = (
  { budgetMinutes, budgetMinor }: { budgetMinutes: number | null; budgetMinor: number | null },
  { currency, locale }: Writing,
) => ({ hours: hoursText(budgetMinutes, locale), money: moneyText(budgetMinor, currency, locale) });

const taskValuesOf = (task: Task, writing: Writing): TaskValues => ({
  key: task.id,
  id: task.id,
  name: task.name,
  kind: task.kind,
  ...budgetTexts(task, writing),
  isClosed: task.isClosed,
  isUsed: task.isUsed,
});

const inputOf = (values: ProjectValues, { currency, locale }: Writing) => ({
  name: values.name,
  code: values.code.trim(),
  colour: values.colour,
  notes: values.notes,
  startsOn: values.startsOn === '' ? null : values.startsOn,
  endsOn: values.endsOn === '' ? null : values.endsOn,
  budgetMinutes: readHours(values.hours, locale).value,
  budgetMinor: readMoney(values.money, currency, locale).value,
  forEveryone: values.audience === 'everyone',
  managerIds: values.managerIds,
  workerIds: values.workerIds,
  tasks: values.tasks.map((task) => ({
    ...(task.id === '' ? {} : { id: task.id }),
    name: task.name,
    kind: task.kind,
    budgetMinutes: readHours(task.hours, locale).value,
    budgetMinor: readMoney(task.money, currency, locale).value,
    isClosed: task.isClosed,
  })),
});
