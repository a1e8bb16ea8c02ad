// The companies of the benchmark data: two hundred workers with a hundred projects and a thousand tasks over three years. A few
// projects have most of the work, nobody works on all of them, and one worker in five lives in another zone than the company.

import { addDays } from '#domain/calendar.ts';
import type { Role } from '#domain/permissions.ts';
import type { TaskKind } from '#domain/projects.ts';
import type { Random } from '../random.ts';
import { distribute, idAt, randomStream, weightedPicker, zipfWeights } from './random.ts';

export type SyntheticSize = {
  seed: number;
  worklogs: number;
  companies: number;
  /** The last day with worklogs. */
  until: string;
};

export type SyntheticTask = { id: string; projectId: string; name: string; kind: TaskKind };
export type SyntheticProject = {
  id: string;
  name: string;
  code: string;
  tasks: readonly SyntheticTask[];
  managerIds: readonly string[];
};
export type SyntheticMember = { id: string; name: string; email: string; role: Role };
export type SyntheticWorker = SyntheticMember & {
  zone: string;
  isNightShift: boolean;
  projects: readonly SyntheticProject[];
  pickTask: Record<TaskKind, (random: Random) => SyntheticTask>;
  /** Number of worklogs on each day. */
  counts: readonly number[];
};
type Place = {
  zone: string;
  currency: string;
  /** All expenses are multiples of this amount. */
  unitMinor: number;
};
export type SyntheticCompany = Place & {
  id: string;
  name: string;
  foundedAt: number;
  staff: readonly SyntheticMember[];
  deciderIds: readonly [string, ...string[]];
  workers: readonly SyntheticWorker[];
  projects: readonly SyntheticProject[];
};

export const syntheticDays = 3 * 365 + 1;
const workers = 200;
const projects = 100;
const tasksEach = 10;
const expenseTasksEach = 2;
const projectsOfWorker = 12;
const dayMs = 86_400_000;

const places: readonly [Place, ...Place[]] = [
  { zone: 'Europe/Berlin', currency: 'EUR', unitMinor: 125 },
  { zone: 'Asia/Jakarta', currency: 'IDR', unitMinor: 500_000 },
  { zone: 'America/New_York', currency: 'USD', unitMinor: 125 },
  { zone: 'Asia/Kolkata', currency: 'INR', unitMinor: 5_000 },
  { zone: 'Australia/Sydney', currency: 'AUD', unitMinor: 150 },
];

export const firstDay = ({ until }: SyntheticSize): string => addDays(until, 1 - syntheticDays);

export function planCompanies(size: SyntheticSize): SyntheticCompany[] {
  const shares = distribute(
    size.worklogs,
    Array.from({ length: size.companies }, () => 1),
  );
  return shares.map((worklogs, number) => planCompany(size, number, worklogs));
}

function planCompany(size: SyntheticSize, number: number, worklogs: number): SyntheticCompany {
  const random = randomStream(size.seed, 'company', number);
  const foundedAt = Date.parse(firstDay(size)) - 30 * dayMs;
  const place = places[number % places.length] ?? places[0];
  const staff = staffRoles.map((role, index) => planMember(random, foundedAt, { role, index, number }));
  const ofRole = Map.groupBy(staff, ({ role }) => role);
  const idsOf = (role: Role) => (ofRole.get(role) ?? []).map(({ id }) => id);
  const planned = planProjects(random, foundedAt, idsOf('manager'));
  const quotas = distribute(worklogs, zipfWeights(workers, 0.2));
  const [decider, ...deciders] = idsOf('timesheet approver');
  if (decider === undefined) throw new Error('Nobody decides.');
  return {
    ...place,
    id: idAt(foundedAt, random),
    name: `Synthetic ${number + 1}`,
    foundedAt,
    staff,
    deciderIds: [decider, ...deciders],
    projects: planned,
    workers: quotas.map((quota, index) => ({
      ...planMember(random, foundedAt, { role: 'worker', index: index + staffRoles.length, number }),
      ...planWork(random, planned),
      zone: random.chance(0.8) ? place.zone : random.pick(places).zone,
      isNightShift: random.chance(0.08),
      counts: distribute(quota, dayWeights(random, size), random.next()),
    })),
  };
}

const staffRoles: readonly Role[] = [
  'company admin',
  ...Array.from({ length: 5 }, () => 'manager' as const),
  ...Array.from({ length: 4 }, () => 'timesheet approver' as const),
];

type Seat = { role: Role; index: number; number: number };

function planMember(random: Random, foundedAt: number, { role, index, number }: Seat): SyntheticMember {
  const name = `${firstNames[index % firstNames.length]} ${lastNames[Math.floor(index / firstNames.length) % lastNames.length]}`;
  const email = `${name.toLowerCase().replace(' ', '.')}@synthetic${number + 1}.example`;
  return { id: idAt(foundedAt, random), name, email, role };
}

function planProjects(random: Random, foundedAt: number, managerIds: readonly string[]): SyntheticProject[] {
  return Array.from({ length: projects }, (_, index) => {
    const projectId = idAt(foundedAt, random);
    const tasks = Array.from({ length: tasksEach }, (_, place) => ({
      id: idAt(foundedAt, random),
      projectId,
      name: taskNames[place] ?? `Task ${place + 1}`,
      kind: place < tasksEach - expenseTasksEach ? ('timed' as const) : ('expense' as const),
    }));
    const name = `${sites[index % sites.length]} ${works[Math.floor(index / sites.length) % works.length]}`;
    const code = `P-${String(index + 1).padStart(3, '0')}`;
    return { id: projectId, name, code, tasks, managerIds: managerIds.slice(index % 5, (index % 5) + 1) };
  });
}

/** The projects of a worker, and the choice of a task for each worklog. */
function planWork(random: Random, all: readonly SyntheticProject[]): Pick<SyntheticWorker, 'projects' | 'pickTask'> {
  const pick = weightedPicker(all, zipfWeights(all.length, 1));
  const own = new Set<SyntheticProject>();
  while (own.size < projectsOfWorker) own.add(pick(random));
  const picker = (kind: TaskKind) => {
    const tasks = [...own].map((project) => project.tasks.filter((task) => task.kind === kind));
    const weights = tasks.flatMap((of, place) => zipfWeights(of.length, 1).map((weight) => weight / (place + 1)));
    return weightedPicker(tasks.flat(), weights);
  };
  return { projects: [...own], pickTask: { timed: picker('timed'), expense: picker('expense') } };
}

/** Work days of different lengths, some Saturdays, no Sundays, and days off. */
function dayWeights(random: Random, size: SyntheticSize): number[] {
  const firstWeekday = new Date(firstDay(size)).getUTCDay();
  return Array.from({ length: syntheticDays }, (_, day) => {
    const weekday = (firstWeekday + day) % 7;
    const isFree = weekday === 0 || random.chance(weekday === 6 ? 0.7 : 0.08);
    return isFree ? 0 : 0.5 + random.next();
  });
}

const firstNames = [
  'Ada',
  'Agus',
  'Ayu',
  'Bima',
  'Citra',
  'Dian',
  'Eka',
  'Fajar',
  'Gita',
  'Hana',
  'Indra',
  'Joko',
  'Kirana',
  'Lars',
  'Maya',
  'Nadia',
  'Oskar',
  'Putu',
  'Ratna',
  'Sari',
  'Tono',
  'Umar',
  'Vera',
  'Wulan',
  'Yusuf',
];
const lastNames = [
  'Hartono',
  'Kusuma',
  'Lindgren',
  'Mahendra',
  'Nugroho',
  'Okafor',
  'Pratama',
  'Rossi',
  'Saputra',
  'Weber',
];
const sites = [
  'Harbour',
  'Station',
  'Airport',
  'Old Town',
  'Riverside',
  'Campus',
  'Hospital',
  'Market',
  'Depot',
  'Stadium',
];
const works = [
  'renewal',
  'roof',
  'façade',
  'lighting',
  'drainage',
  'extension',
  'survey',
  'lifts',
  'network',
  'landscape',
];
const taskNames = [
  'Planning',
  'Site work',
  'Supervision',
  'Drawings',
  'Procurement',
  'Inspection',
  'Meetings',
  'Handover',
  'Travel',
  'Materials',
];
