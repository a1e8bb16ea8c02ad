// The form values of a project, and their conversion from and to the API. Budgets are text as typed; an absent day is ''.

import type { Project, Task } from '#contract/projects.ts';
import { defaultProjectColour, type ProjectColour, type TaskKind } from '#domain/projects.ts';
import { type ApiInput, newIdempotencyKey } from '../api.ts';
import { formatBudgetMoney, formatHours, parseHours, parseMoney } from './budget.ts';

export type TaskValues = {
  /** React key of the row, also while it has no id. */
  key: string;
  /** '' for a new task. */
  id: string;
  name: string;
  kind: TaskKind;
  isBillable: boolean;
  hours: string;
  money: string;
  isClosed: boolean;
  isUsed: boolean;
};

type ProjectFieldValues = {
  /** The version that these values are based on; 0 for a new project. */
  version: number;
  name: string;
  /** '' without a client. */
  clientName: string;
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

/** With the values of the project that were changed: a draft keeps them, because somebody else may save others meanwhile. */
export type ProjectValues = ProjectFieldValues & { base: ProjectFieldValues };

const withBase = (values: ProjectFieldValues): ProjectValues => ({ ...values, base: values });

/** How numbers are formatted: the company's currency and the user's language. */
export type BudgetFormat = { currency: string; locale: string };

export const emptyProject = withBase({
  version: 0,
  name: '',
  clientName: '',
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
});

export const emptyTask = (name: string): TaskValues => ({
  key: newIdempotencyKey(),
  id: '',
  name,
  kind: 'timed',
  isBillable: true,
  hours: '',
  money: '',
  isClosed: false,
  isUsed: false,
});

export const projectFormValues = (project: Project, format: BudgetFormat): ProjectValues =>
  withBase({
    version: project.version,
    name: project.name,
    clientName: project.clientName ?? '',
    code: project.code,
    colour: project.colour,
    notes: project.notes,
    startsOn: project.startsOn ?? '',
    endsOn: project.endsOn ?? '',
    ...budgetTexts(project, format),
    audience: project.forEveryone ? 'everyone' : 'chosen',
    managerIds: project.managerIds,
    workerIds: project.workerIds,
    tasks: project.tasks.map((task) => taskValuesOf(task, format)),
  });

type CreateInput = Omit<ApiInput<'POST /companies/{companyId}/projects'>, 'companyId'>;
type UpdateInput = Omit<
  ApiInput<'PATCH /companies/{companyId}/projects/{projectId}'>,
  'companyId' | 'projectId' | 'version'
>;

export function createProjectInput(values: ProjectValues, format: BudgetFormat): CreateInput {
  const { tasks, ...fields } = projectInput(values, format);
  return { ...fields, tasks: tasks.map(({ id: _id, isClosed: _isClosed, ...task }) => task) };
}

/** Only the changed fields, so that a change of one field never reverts another one. */
export function updateProjectInput(values: ProjectValues, format: BudgetFormat): UpdateInput {
  const before: Record<string, unknown> = projectInput(values.base, format);
  const changed = Object.entries(projectInput(values, format)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}

/** Paths of invalid budgets; the server validates everything else. A task shows only the budget of its kind. */
export function invalidBudgetPaths(values: ProjectValues, { currency, locale }: BudgetFormat): string[] {
  const wrongHours = (path: string, typed: string) => (parseHours(typed, locale).isWrong ? [path] : []);
  const wrongMoney = (path: string, typed: string) => (parseMoney(typed, currency, locale).isWrong ? [path] : []);
  const wrongOfTasks = values.tasks.flatMap(({ kind, hours, money }, index) =>
    kind === 'timed' ? wrongHours(`tasks.${index}.hours`, hours) : wrongMoney(`tasks.${index}.money`, money),
  );
  return [...wrongHours('hours', values.hours), ...wrongMoney('money', values.money), ...wrongOfTasks];
}

/** Maps field names of the API to different names in the form. */
export function formFieldNames(values: ProjectValues): Record<string, string> {
  const prefixes = ['', ...values.tasks.map((_, index) => `tasks.${index}.`)];
  const budgets = prefixes.flatMap((prefix) => [
    [`${prefix}budgetMinutes`, `${prefix}hours`],
    [`${prefix}budgetMinor`, `${prefix}money`],
  ]);
  return { ...Object.fromEntries(budgets), forEveryone: 'audience' };
}

const budgetTexts = (
  { budgetMinutes, budgetMinor }: { budgetMinutes: number | null; budgetMinor: number | null },
  { currency, locale }: BudgetFormat,
) => ({ hours: formatHours(budgetMinutes, locale), money: formatBudgetMoney(budgetMinor, currency, locale) });

const taskValuesOf = (task: Task, format: BudgetFormat): TaskValues => ({
  key: task.id,
  id: task.id,
  name: task.name,
  kind: task.kind,
  isBillable: task.isBillable,
  ...budgetTexts(task, format),
  isClosed: task.isClosed,
  isUsed: task.isUsed,
});

const projectInput = (values: ProjectFieldValues, { currency, locale }: BudgetFormat) => ({
  name: values.name,
  clientName: values.clientName.trim() === '' ? null : values.clientName,
  code: values.code.trim(),
  colour: values.colour,
  notes: values.notes,
  startsOn: values.startsOn === '' ? null : values.startsOn,
  endsOn: values.endsOn === '' ? null : values.endsOn,
  budgetMinutes: parseHours(values.hours, locale).value,
  budgetMinor: parseMoney(values.money, currency, locale).value,
  forEveryone: values.audience === 'everyone',
  managerIds: values.managerIds,
  workerIds: values.workerIds,
  tasks: values.tasks.map((task) => ({
    ...(task.id === '' ? {} : { id: task.id }),
    name: task.name,
    kind: task.kind,
    isBillable: task.isBillable,
    budgetMinutes: parseHours(task.hours, locale).value,
    budgetMinor: parseMoney(task.money, currency, locale).value,
    isClosed: task.isClosed,
  })),
});
