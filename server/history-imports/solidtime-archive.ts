// The archive that solidtime exports of an organization: tables that refer to each other by ids. Its time entries are read as the rows of
// solidtime's own report, with the names in place of the ids. An id that refers to nothing is an empty cell.

import { maxHistoryRows } from '#domain/history-imports/limits.ts';
import type { ListLine } from '#domain/people-list.ts';
import { Undecodable } from '../imports/undecodable.ts';
import type { ZippedTable } from './zipped-tables.ts';

type Lines = () => AsyncIterable<ListLine>;
type OpenTable = (bytes: ZippedTable['bytes']) => Promise<Lines>;

const referredTables = ['clients', 'projects', 'tasks', 'members', 'tags'] as const;

const heading = [
  'Description',
  'Task',
  'Project',
  'Client',
  'User',
  'Email',
  'Start',
  'End',
  'Duration',
  'Billable',
  'Tags',
  'Type',
];

/** Null: the tables are something else. */
export async function openSolidtimeArchive(tables: readonly ZippedTable[], open: OpenTable): Promise<Lines | null> {
  const find = (name: string) =>
    tables.find((table) => table.name.replace(/^.*\//, '').toLowerCase() === `${name}.csv`);
  const entries = find('time_entries');
  const referred = referredTables.flatMap((name) => find(name) ?? []);
  if (entries === undefined || referred.length < referredTables.length) return null;
  const lines = await open(entries.bytes);
  if (!(await hasColumns(lines, ['member_id', 'project_id', 'task_id', 'start', 'end']))) return null;
  const [clients, projects, tasks, members, tags] = await Promise.all(referred.map((table) => readById(table, open)));
  return () => withNames(lines, { clients, projects, tasks, members, tags });
}

type Row = Readonly<Record<string, string>>;
type ById = ReadonlyMap<string, Row>;
type Names = Record<(typeof referredTables)[number], ById | undefined>;

async function hasColumns(lines: Lines, wanted: readonly string[]): Promise<boolean> {
  for await (const { cells } of lines()) return wanted.every((name) => cells.includes(name));
  return false;
}

async function readById({ bytes }: ZippedTable, open: OpenTable): Promise<ById> {
  const rows = new Map<string, Row>();
  for await (const { row } of rowsOf(await open(bytes))) {
    const { id = '', name = '', email = '', client_id = '' } = row;
    rows.set(id, { name, email, client_id });
    if (rows.size > maxHistoryRows) throw new Undecodable('history-import.too-many-rows');
  }
  return rows;
}

/** Rows below the heading, by the names in it. */
async function* rowsOf(lines: Lines): AsyncGenerator<{ line: number; row: Row }> {
  let names: readonly string[] | undefined;
  for await (const { line, cells } of lines()) {
    if (names === undefined) names = cells;
    else yield { line, row: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])) };
  }
}

async function* withNames(lines: Lines, names: Names) {
  yield { line: 1, cells: heading };
  for await (const { line, row } of rowsOf(lines)) yield { line, cells: cellsOf(row, names) };
}

function cellsOf(row: Row, { clients, projects, tasks, members, tags }: Names): string[] {
  const project = projects?.get(row.project_id ?? '');
  const member = members?.get(row.member_id ?? '');
  const client = clients?.get((project ?? row).client_id ?? '');
  const tagNames = idsIn(row.tags ?? '').flatMap((id) => tags?.get(id)?.name ?? []);
  return [
    row.description ?? '',
    tasks?.get(row.task_id ?? '')?.name ?? '',
    project?.name ?? '',
    client?.name ?? '',
    member?.name ?? '',
    member?.email ?? '',
    row.start ?? '',
    row.end ?? '',
    // It follows from start and end.
    '',
    row.billable ?? '',
    tagNames.length === 0 ? '' : JSON.stringify(tagNames),
    row.type ?? '',
  ];
}

/** A JSON array of ids. */
const idsIn = (cell: string): string[] => cell.match(/[0-9a-f-]{36}/gi) ?? [];
