// Finds names, addresses and roles in the cells of a list. Header names are matched loosely, in both languages; in a list
// without a header each cell is recognised by its content, and a line may contain several addresses. Roles are recognised by the
// common words for them.

import { hasSeveralAddresses, parseAddress, splitAddresses } from './address-lines.ts';
import { unescapeFormula } from './csv.ts';
import { type Role, roles } from './permissions.ts';
import { trimmed } from './text.ts';

/** `line`: number of the line or sheet row, from 1. */
export type ListLine = { line: number; cells: readonly string[] };

/** The recognised headers; null where there is no such column. */
export type ListColumns = { email: string; name: string | null; role: string | null };

/**
 * A person as written in the list; missing values are empty. Where lines contain several addresses, `line` is the place of the
 * person in the list.
 */
export type ListedPerson = { line: number; email: string; name: string; role: string };

export type PeopleList = {
  people: ListedPerson[];
  /** Null for a list without a header. */
  columns: ListColumns | null;
};

/** The header is searched in this many rows: there may be a title, a date or an empty line above it. */
const maxHeaderRow = 20;

/** Null when the list contains no email address and no header for one. */
export function parsePeopleList(lines: readonly ListLine[]): PeopleList | null {
  const filled = lines
    .map(({ line, cells }) => ({ line, cells: cells.map(cleanCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const at = filled.slice(0, maxHeaderRow).findIndex(({ cells }) => findHeader(cells) !== null);
  const isHeadless = filled.slice(0, Math.max(0, at)).some(({ cells }) => cells.some((cell) => cell.includes('@')));
  const header = at < 0 || isHeadless ? null : findHeader(filled[at]?.cells ?? []);
  if (header) {
    const people = filled.slice(at + 1).map(({ line, cells }) => personBelow(header, { line, cells: cells.map(cut) }));
    return { people: people.filter(({ email, name }) => email !== '' || name !== ''), columns: header.columns };
  }
  if (!filled.some(({ cells }) => cells.some((cell) => cell.includes('@')))) return null;
  const people = filled.flatMap(peopleOnLine);
  const isLinePerPerson = people.length === filled.length;
  return {
    people: isLinePerPerson ? people : people.map((one, index) => ({ ...one, line: index + 1 })),
    columns: null,
  };
}

function peopleOnLine({ line, cells }: ListLine): ListedPerson[] {
  if (!hasSeveralAddresses(cells)) return [personByCells({ line, cells: cells.map(cut) })];
  return splitAddresses(cells).map(({ email, name }) => ({ line, email: cut(email), name: cut(name), role: '' }));
}

/** A cell as one line, without characters that cannot be stored or seen. */
const cleanCell = (cell: string): string =>
  unescapeFormula(
    trimmed(
      cell
        .toWellFormed()
        .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .replaceAll(/[\u200B\u2060\uFEFF]/g, ''),
    ),
  );

/** Longer values are cut: long enough to recognise the content, and longer than any valid name or address. */
const maxCellLength = 300;

const cut = (cell: string): string => cell.slice(0, maxCellLength).toWellFormed();

type Header = { email: number; names: number[]; role: number | null; columns: ListColumns };

const emailHeaders =
  /^(?:(?:work|business|company|primary|office|alamat|kerja|kantor|user)?(?:e?mail|surel)(?:address|addresses|adress|id|kerja|kantor|perusahaan|karyawan|pengguna)?|alamatemail|alamatsurel)$/;
const nameHeaders =
  /^(?:(?:full|display|complete|employee|worker|member|user|staff|persons?)?names?|nama(?:lengkap|karyawan|pegawai|pekerja|anggota|pengguna|tampilan)?|employee|karyawan|pegawai)$/;
const firstNames = /^(?:first|given|fore)names?$|^nama(?:depan|pertama)$/;
const lastNames = /^(?:last|family|sur)names?$|^nama(?:belakang|keluarga)$/;
const roleHeaders =
  /^(?:(?:user|daybook|company|member)?roles?|(?:user|access)?permissions?|access(?:level|role)?|peran(?:pengguna|anggota)?|hakakses|akses|levelakses)$/;

/** "E-Mail Address *" and "e_mail address (work)" are both "emailaddress". */
const normalizeHeader = (header: string): string =>
  header
    .replaceAll(/\([^)]*\)/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

function findHeader(cells: readonly string[]): Header | null {
  const words = cells.map((cell) => normalizeHeader(cut(cell)));
  const find = (pattern: RegExp): number | null => {
    const at = words.findIndex((word) => pattern.test(word));
    return at < 0 ? null : at;
  };
  const email = find(emailHeaders);
  if (email === null || cells.some((cell) => cell.includes('@'))) return null;
  const parts = [find(firstNames), find(lastNames)].filter((at) => at !== null);
  const whole = find(nameHeaders);
  const names = whole === null ? parts : [whole];
  const role = find(roleHeaders);
  const titleOf = (at: number) => cut(cells[at] ?? '');
  return {
    email,
    names,
    role,
    columns: {
      email: titleOf(email),
      name: names.length === 0 ? null : names.map(titleOf).join(' + '),
      role: role === null ? null : titleOf(role),
    },
  };
}

function personBelow({ email, names, role }: Header, { line, cells }: ListLine): ListedPerson {
  const address = parseAddress(cells[email] ?? '');
  const name = names
    .map((at) => cells[at] ?? '')
    .filter((part) => part !== '')
    .join(' ');
  return { line, email: address.email, name: name || address.name, role: role === null ? '' : (cells[role] ?? '') };
}

/** Without a header: the address is the cell with an @, the role the cell that names a role, and the name the first of the others. */
function personByCells({ line, cells }: ListLine): ListedPerson {
  const filled = cells.filter((cell) => cell !== '');
  const at = Math.max(
    0,
    filled.findIndex((cell) => cell.includes('@')),
  );
  const address = parseAddress(filled[at] ?? '');
  const others = filled.filter((_, index) => index !== at);
  const role = others.find((cell) => parseRole(cell) !== null);
  const rest = others.filter((cell) => cell !== role);
  // A second remaining cell was probably meant as a role.
  return { line, email: address.email, name: rest[0] ?? address.name, role: role ?? rest[1] ?? '' };
}

const roleWords: Record<Role, readonly string[]> = {
  'company admin': ['companyadmin', 'admin', 'administrator', 'companyadministrator', 'adminperusahaan'],
  manager: ['manager', 'projectmanager', 'pm', 'manajer', 'manajerproyek', 'pengelolaproyek'],
  worker: ['worker', 'employee', 'staff', 'user', 'member', 'pekerja', 'karyawan', 'pegawai', 'staf', 'anggota'],
  reviewer: ['reviewer', 'timesheetreviewer', 'peninjau', 'peninjaucatatankerja'],
  'timesheet approver': ['timesheetapprover', 'approver', 'pemberipersetujuan', 'penyetuju', 'penyetujucatatankerja'],
};

const roleByWord: ReadonlyMap<string, Role> = new Map(
  roles.flatMap((role) => roleWords[role].map((word) => [word, role] as const)),
);

/** The role that a cell names, in English or Indonesian. */
export const parseRole = (cell: string): Role | null => roleByWord.get(normalizeHeader(cell)) ?? null;
