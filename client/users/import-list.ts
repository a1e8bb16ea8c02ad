// A pasted list of people: one per line, e-mail, name and role in any order, separated by comma, semicolon or tab.
// Judged line by line before anything is sent. The server judges again.

import { emailMaximumLength, normalizeEmail } from '#domain/members.ts';
import { isRole, type Role } from '#domain/permissions.ts';

export type ImportState = 'new' | 'member' | 'invited' | 'wrong-email' | 'wrong-role' | 'repeated';

export type ImportRow = {
  /** In the list as pasted, from 1. */
  line: number;
  email: string;
  name: string;
  role: Role;
  /** What stands where a role is expected, if it is none. */
  unknownRole: string;
  state: ImportState;
};

export type Known = { members: ReadonlySet<string>; invited: ReadonlySet<string> };

/** Roles as people write them: labels in both languages, our own values, and common short forms. */
const roleWords: Readonly<Record<string, Role>> = {
  admin: 'company admin',
  'admin perusahaan': 'company admin',
  administrator: 'company admin',
  'project manager': 'manager',
  'manajer proyek': 'manager',
  manajer: 'manager',
  pekerja: 'worker',
  karyawan: 'worker',
  peninjau: 'reviewer',
  'timesheet reviewer': 'reviewer',
  approver: 'timesheet approver',
  'pemberi persetujuan': 'timesheet approver',
};

export function readImport(text: string, byDefault: Role, known: Known): ImportRow[] {
  const seen = new Set<string>();
  return linesOf(text).map(({ line, cells }) => {
    const row = rowOf(line, cells, byDefault);
    const state = row.state === 'new' ? stateOf(row.email, seen, known) : row.state;
    seen.add(row.email);
    return { ...row, state };
  });
}

function linesOf(text: string): { line: number; cells: string[] }[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return lines.filter(({ cells }, index) => index > 0 || !isHeader(cells));
}

/** A first line without any address that names its columns. */
const isHeader = (cells: readonly string[]): boolean =>
  !cells.some((cell) => cell.includes('@')) && cells.some((cell) => /^(alamat\s*)?(e-?mail|surel)/i.test(cell));

/** "a","b ""c""" as spreadsheets write it; without quotes at the separators. */
function cellsOf(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ',';
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (character === '"' && isQuoted && line.charAt(index + 1) === '"') {
      cell += '"';
      index += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
}

function rowOf(line: number, cells: readonly string[], byDefault: Role): ImportRow {
  const filled = cells.filter((cell) => cell !== '');
  const address = filled.find((cell) => cell.includes('@')) ?? filled[0] ?? '';
  const others = filled.filter((cell) => cell !== address);
  const roleCell = others.find((cell) => roleIn(cell) !== null);
  const named = others.filter((cell) => cell !== roleCell);
  // With a name and something more, the last one was meant as a role.
  const unknownRole = roleCell === undefined && named.length > 1 ? (named.at(-1) ?? '') : '';
  const email = normalizeEmail(address.replace(/^.*<(.+)>$/, '$1'));
  const role = (roleCell === undefined ? null : roleIn(roleCell)) ?? byDefault;
  const state = !isEmail(email) ? 'wrong-email' : unknownRole !== '' ? 'wrong-role' : 'new';
  return { line, email, name: named[0] ?? '', role, unknownRole, state };
}

function roleIn(cell: string): Role | null {
  const word = cell.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  return isRole(word) ? word : (roleWords[word] ?? null);
}

/** Coarse on purpose: the server has the last word. */
const isEmail = (email: string): boolean =>
  email.length <= emailMaximumLength && /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/.test(email);

function stateOf(email: string, seen: ReadonlySet<string>, { members, invited }: Known): ImportState {
  if (seen.has(email)) return 'repeated';
  if (members.has(email)) return 'member';
  return invited.has(email) ? 'invited' : 'new';
}
