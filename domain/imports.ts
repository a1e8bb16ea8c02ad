// Importing people: what happens with each row of a list. An import only adds: members keep their role and name, and
// deactivated members stay deactivated until an admin reactivates them.

import { maxEmailLength, maxPersonNameLength, normalizeEmail } from './members.ts';
import { type ListedPerson, parseRole } from './people-list.ts';
import type { Role } from './permissions.ts';
import { type Refusal, refuse } from './reasons.ts';
import { hasHiddenCharacters, isVisible } from './text.ts';

/** Enough for the maximum number of rows with some extra columns. */
export const maxImportMegabytes = 2;

/** A run of this size holds the company's lock for about two seconds. Longer lists are imported in parts; a second run adds nobody twice. */
export const maxImportRows = 10_000;

/** Each is stored with every invite of the run, so a long list with all of them is a hundred thousand rows more. */
export const maxImportProjects = 10;

/** Older imports are not listed, but can still be read by their id. */
export const maxListedImports = 50;

/** How long runs are listed and stored; after that the names in them are deleted. */
export const importRetentionDays = 30;

export const importVerdicts = [
  'new',
  'member',
  'deactivated',
  'invited',
  'repeated',
  'no-email',
  'wrong-email',
  'wrong-role',
  'wrong-name',
  'too-often',
] as const;
export type ImportVerdict = (typeof importVerdicts)[number];

/** Rows with a problem: they get no invite, and somebody should check them. */
export const problemVerdicts: readonly ImportVerdict[] = importVerdicts.filter(
  (verdict) => verdict !== 'new' && verdict !== 'member' && verdict !== 'invited',
);

export const importMailStates = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type ImportMailState = (typeof importMailStates)[number];

/** Addresses that already belong to the company, in lower case. */
export type KnownAddresses = {
  members: ReadonlySet<string>;
  deactivated: ReadonlySet<string>;
  invited: ReadonlySet<string>;
};

export type ClassifiedRow = ListedPerson & {
  verdict: ImportVerdict;
  /** The role that the row asks for; null where its text is no known role. */
  grants: Role | null;
};

/** In the order of the list: of two valid rows with the same address the first one counts. */
export function classifyRows(
  people: readonly ListedPerson[],
  known: KnownAddresses,
  defaultRole: Role,
): ClassifiedRow[] {
  const taken = new Set<string>();
  return people.map((person) => {
    const email = isEmail(normalizeEmail(person.email)) ? normalizeEmail(person.email) : person.email;
    const grants = person.role === '' ? defaultRole : parseRole(person.role);
    const verdict = verdictOf({ ...person, email }, grants, known, taken);
    if (verdict === 'new') taken.add(email);
    return { ...person, email, grants, verdict };
  });
}

function verdictOf(
  { email, name }: ListedPerson,
  grants: Role | null,
  known: KnownAddresses,
  taken: ReadonlySet<string>,
): ImportVerdict {
  if (email === '') return 'no-email';
  if (!isEmail(email)) return 'wrong-email';
  // These come before problems in the rest of the row, which do not matter for people who get no invite.
  if (known.members.has(email)) return 'member';
  if (known.deactivated.has(email)) return 'deactivated';
  if (known.invited.has(email)) return 'invited';
  if (taken.has(email)) return 'repeated';
  if (grants === null) return 'wrong-role';
  const isInvalidName =
    [...name].length > maxPersonNameLength || hasHiddenCharacters(name) || (name !== '' && !isVisible(name));
  return isInvalidName ? 'wrong-name' : 'new';
}

/** The addresses that the API accepts (zod's pattern), so that a row that is valid here is never refused there. */
export const isEmail = (text: string): boolean =>
  text.length <= maxEmailLength && /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(text);

/**
 * Invites that imports of one company may mail within a day: everybody once, and once more after a mistake. The seats alone
 * would be no limit, because revoking an invite frees its seat for the next stranger.
 */
const maxMailsPerDay = (seats: number): number => 2 * seats;

export const importMailsLeft = (seats: number, mailedToday: number): number =>
  Math.max(0, maxMailsPerDay(seats) - mailedToday);

export function importMailsRefusal(seats: number, mailedToday: number, wanted: number): Refusal | null {
  const left = importMailsLeft(seats, mailedToday);
  return wanted <= left ? null : refuse('import.too-many-mails', { params: { wanted, left } });
}

export const importRowsRefusal = (rows: number): Refusal | null => {
  if (rows === 0) return refuse('import.empty', { path: 'file' });
  return rows > maxImportRows
    ? refuse('import.too-many-rows', { path: 'file', params: { rows, maximum: maxImportRows } })
    : null;
};
