// Time reports as other tools write them, for tests of the import of history. Their totals are computed here from the entries, in seconds,
// without code of the product.

export type SheetEntry = {
  person: string;
  email: string;
  client: string;
  project: string;
  task: string;
  notes: string;
  /** Wall times with seconds: "2026-03-02T09:00:00". */
  start: string;
  end: string;
  isBreak?: true;
};

export const entry = (start: string, end: string, rest: Partial<SheetEntry> = {}): SheetEntry => ({
  person: 'Sri Rahayu',
  email: '',
  client: 'Acme',
  project: 'Website',
  task: 'Design',
  notes: '',
  ...rest,
  start,
  end,
});

const two = (value: number): string => String(value).padStart(2, '0');

export const secondsOf = ({ start, end }: SheetEntry): number =>
  (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 1000;

/** What a worklog has: both ends truncated to the minute. */
export const minutesOf = ({ start, end }: SheetEntry): number =>
  (Date.parse(`${end.slice(0, 16)}Z`) - Date.parse(`${start.slice(0, 16)}Z`)) / 60_000;

const clock = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

const usDay = (wall: string): string => `${wall.slice(5, 7)}/${wall.slice(8, 10)}/${wall.slice(0, 4)}`;
const dottedDay = (wall: string): string => `${wall.slice(8, 10)}.${wall.slice(5, 7)}.${wall.slice(0, 4)}`;
const dayOfWall = (wall: string): string => wall.slice(0, 10);
const timeOf = (wall: string): string => wall.slice(11);

const usTime = (wall: string): string => {
  const hour = Number(wall.slice(11, 13));
  return `${two(hour % 12 === 0 ? 12 : hour % 12)}:${wall.slice(14, 19)} ${hour < 12 ? 'AM' : 'PM'}`;
};

type Style = { separator?: string; lineEnd?: string; bom?: boolean };

export const csvOf = (
  rows: readonly (readonly string[])[],
  { separator = ',', lineEnd = '\n', bom = false }: Style = {},
): string =>
  (bom ? '\uFEFF' : '') +
  rows
    .map((cells) =>
      cells.map((cell) => (/["\n;,\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator),
    )
    .join(lineEnd) +
  lineEnd;

export const toggl = (entries: readonly SheetEntry[]): string =>
  csvOf(
    [
      'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount ()'.split(
        ',',
      ),
      ...entries.map((one) => [
        one.person,
        one.email,
        one.client,
        one.project,
        one.task,
        one.notes,
        'No',
        dayOfWall(one.start),
        timeOf(one.start),
        dayOfWall(one.end),
        timeOf(one.end),
        clock(secondsOf(one)),
        'urgent, remote',
        '',
      ]),
    ],
    { bom: true },
  );

/** In Portuguese, with the month first and a clock of twelve hours. */
export const clockify = (entries: readonly SheetEntry[]): string =>
  csvOf(
    [
      'Projeto,Cliente,Descrição,Tarefa,Usuário,Grupo,Email,Tags,Faturável,Data de início,Hora de início,Data de término,Hora de término,Duração (h),Duração (decimal),Tipo'.split(
        ',',
      ),
      ...entries.map((one) => [
        one.project,
        one.client,
        one.notes,
        one.task,
        one.person,
        '',
        one.email,
        '',
        'Sim',
        usDay(one.start),
        usTime(one.start),
        usDay(one.end),
        usTime(one.end),
        clock(secondsOf(one)),
        (secondsOf(one) / 3600).toFixed(2),
        one.isBreak ? 'Break' : 'Regular',
      ]),
    ],
    { lineEnd: '\r\n' },
  );

/** Day and hours; the names of people in two columns. */
export const harvest = (entries: readonly SheetEntry[]): string =>
  csvOf([
    'Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,Approved?,First Name,Last Name,Employee Id,Roles,Employee?,Billable Rate,Currency'.split(
      ',',
    ),
    ...entries.map((one) => [
      dayOfWall(one.start),
      one.client,
      one.project,
      '',
      one.task,
      one.notes,
      (secondsOf(one) / 3600).toFixed(2),
      'Yes',
      'No',
      'No',
      one.person.split(' ')[0] ?? '',
      one.person.split(' ').slice(1).join(' '),
      '',
      '',
      'Yes',
      '0.00',
      'Euro - EUR',
    ]),
  ]);

/** In German with semicolons, no end date. */
export const kimai = (entries: readonly SheetEntry[]): string =>
  csvOf(
    [
      'Datum,Von,Bis,Dauer,Währung,Name,Benutzer,E-Mail,Kunde,Projekt,Tätigkeit,Beschreibung,Abrechenbar,Tags'.split(
        ',',
      ),
      ...entries.map((one) => [
        dottedDay(one.start),
        timeOf(one.start).slice(0, 5),
        timeOf(one.end).slice(0, 5),
        clock(minutesOf(one) * 60).slice(0, 5),
        'EUR',
        one.person,
        'login',
        one.email,
        one.client,
        one.project,
        one.task,
        one.notes,
        'Ja',
        '',
      ]),
    ],
    { separator: ';' },
  );

const haveBreaks = (entries: readonly SheetEntry[]): boolean => entries.some(({ isBreak }) => isBreak);

/** Times in the zone of the person who exports; the archive has instants in UTC. Breaks have a column since version 0.18. */
export const solidtime = (entries: readonly SheetEntry[]): string =>
  csvOf([
    [
      ...'Description,Task,Project,Client,User,Start,End,Duration,Duration (decimal),Billable'.split(','),
      ...(haveBreaks(entries) ? ['Break'] : []),
      'Tags',
    ],
    ...entries.map((one) => [
      one.notes,
      one.task,
      one.project,
      one.client,
      one.person,
      one.start.replace('T', ' '),
      one.end.replace('T', ' '),
      clock(secondsOf(one)),
      (secondsOf(one) / 3600).toFixed(2),
      'No',
      ...(haveBreaks(entries) ? [one.isBreak ? 'Yes' : 'No'] : []),
      '["remote"]',
    ]),
  ]);

/** The archive of an organization: tables that refer to each other by ids. */
export const solidtimeArchive = (entries: readonly SheetEntry[]): { name: string; content: Buffer }[] => {
  const ids = new Map<string, string>();
  const idOf = (kind: string, name: string): string => {
    if (name === '') return '';
    const key = `${kind} ${name}`;
    const id = ids.get(key) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(key, id);
    return id;
  };
  const tagNames = ['remote', 'on site, by car'];
  const once = (rows: string[][]): string[][] =>
    [...new Map(rows.map((row) => [row[0], row])).values()].filter(([id]) => id !== '');
  const projectOf = (one: SheetEntry) => idOf('project', one.project === '' ? '' : `${one.client} ${one.project}`);
  const taskOf = (one: SheetEntry) => idOf('task', one.task === '' ? '' : `${projectOf(one)} ${one.task}`);
  const tables: Record<string, string[][]> = {
    organizations: [
      ['id', 'name', 'billable_rate', 'currency'],
      [idOf('organization', 'Acme'), 'Acme', '', 'EUR'],
    ],
    organization_invitations: [['id', 'email', 'organization_id', 'role']],
    time_entries: [
      [
        ...'id,description,start,end,billable_rate,billable,member_id,user_id,organization_id,client_id,project_id,task_id,tags,is_imported'.split(
          ',',
        ),
        ...(haveBreaks(entries) ? ['type'] : []),
      ],
      ...entries.map((one, index) => [
        idOf('entry', String(index)),
        one.notes,
        `${one.start}Z`,
        `${one.end}Z`,
        '',
        index % 2 === 0 ? 'true' : 'false',
        idOf('member', one.person),
        idOf('user', one.person),
        idOf('organization', 'Acme'),
        idOf('client', one.client),
        projectOf(one),
        taskOf(one),
        JSON.stringify(index === 0 ? tagNames.map((name) => idOf('tag', name)) : []),
        'false',
        ...(haveBreaks(entries) ? [one.isBreak ? 'break' : 'work'] : []),
      ]),
    ],
    clients: [
      ['id', 'name', 'organization_id'],
      ...once(entries.map((one) => [idOf('client', one.client), one.client, idOf('organization', 'Acme')])),
    ],
    projects: [
      ['id', 'name', 'color', 'billable_rate', 'is_public', 'client_id'],
      ...once(entries.map((one) => [projectOf(one), one.project, '#0a0', '', 'true', idOf('client', one.client)])),
    ],
    project_members: [['id', 'billable_rate', 'project_id', 'user_id', 'member_id']],
    members: [
      ['id', 'user_id', 'name', 'email', 'organization_id'],
      ...once(
        entries.map((one) => [
          idOf('member', one.person),
          idOf('user', one.person),
          one.person,
          one.email,
          idOf('organization', 'Acme'),
        ]),
      ),
    ],
    tasks: [['id', 'name', 'project_id'], ...once(entries.map((one) => [taskOf(one), one.task, projectOf(one)]))],
    tags: [
      ['id', 'name', 'organization_id'],
      ...tagNames.map((name) => [idOf('tag', name), name, idOf('organization', 'Acme')]),
    ],
  };
  const files = Object.entries(tables).map(([name, rows]) => ({
    name: `${name}.csv`,
    content: Buffer.from(csvOf(rows)),
  }));
  return [...files, { name: 'meta.json', content: Buffer.from('{"version":"1.0"}') }];
};
