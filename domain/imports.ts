// Importing people: what happens with each row of a list. An import only adds: members keep their role and name, and
// deactivated members stay deactivated until an admin reactivates them.

import { roleIn } from './imports/people-list.ts';
import { emailMaximumLength, normalizeEmail, personNameLength } from './members.ts';
import type { Role } from './permissions.ts';
import { type Refusal, refuse } from './reasons.ts';
import { hasControls, isVisible } from './text.ts';

/** Enough for the maximum number of rows with some extra columns. */
export const largestFileMegabytes = 2;

/** A run of this size holds the company's lock for about two seconds. Longer lists are imported in parts; a second run adds nobody twice. */
export const mostRows = 10_000;

/** Older imports are not listed, but can still be read by their id. */
export const maxListedImports = 50;

/** How long runs are listed and stored; after that the names in them are deleted. */
export const importKeptDays = 30;

export const verdicts = [
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
export type Verdict = (typeof verdicts)[number];

/** Rows with a problem: they get no invite, and somebody should check them. */
export const verdictsToLookAt: readonly Verdict[] = verdicts.filter(
  (verdict) => verdict !== 'new' && verdict !== 'member' && verdict !== 'invited',
);

export const mailStates = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type MailState = (typeof mailStates)[number];

/** A person as written in the list; missing values are empty. */
export type ListedPerson = { line: number; email: string; name: string; role: string };

/** Addresses that already belong to the company, in lower case. */
export type KnownAddresses = {
  members: ReadonlySet<string>;
  deactivated: ReadonlySet<string>;
  invited: ReadonlySet<string>;
};

export type JudgedRow = ListedPerson & {
  verdict: Verdict;
  /** The role that the row asks for; null where its text is no known role. */
  grants: Role | null;
};

/** In the order of the list: of two valid rows with the same address the first one counts. */
export function judgeRows(people: readonly ListedPerson[], known: KnownAddresses, byDefault: Role): JudgedRow[] {
  const taken = new Set<string>();
  return people.map((person) => {
    const email = isEmail(normalizeEmail(person.email)) ? normalizeEmail(person.email) : person.email;
    const grants = person.role === '' ? byDefault : roleIn(person.role);
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
): Verdict {
  if (email === '') return 'no-email';
  if (!isEmail(email)) return 'wrong-email';
  // These come before problems in the rest of the row, which do not matter for people who get no invite.
  if (known.members.has(email)) return 'member';
  if (known.deactivated.has(email)) return 'deactivated';
  if (known.invited.has(email)) return 'invited';
  if (taken.has(email)) return 'repeated';
  if (grants === null) return 'wrong-role';
  const isUnfit = [...name].length > personNameLength.maximum || hasControls(name) || (name !== '' && !isVisible(name));
  return isUnfit ? 'wrong-name' : 'new';
}

/** The addresses that the API accepts (zod's pattern), so that a row that is valid here is never refused there. */
export const isEmail = (text: string): boolean =>
  text.length <= emailMaximumLength &&
  /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(text);

/**
 * Invites that imports of one company may mail within a day: everybody once, and once more after a mistake. The seats alone
 * would be no limit, because revoking an invite frees its seat for the next stranger.
 */
const mostMailsADay = (seats: number): number => 2 * seats;

export function mailsRefusal(seats: number, mailedToday: number, wanted: number): Refusal | null {
  const left = Math.max(0, mostMailsADay(seats) - mailedToday);
  return wanted <= left ? null : refuse('import.too-many-mails', { params: { wanted, left } });
}

export const rowsRefusal = (rows: number): Refusal | null => {
  if (rows === 0) return refuse('import.empty', { path: 'file' });
  return rows > mostRows ? refuse('import.too-many-rows', { path: 'file', params: { rows, maximum: mostRows } }) : null;
};
