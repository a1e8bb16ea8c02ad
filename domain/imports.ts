// Importing people: what each row of a list would do. An import adds and never changes: who is a member keeps role and name,
// and who was deactivated stays so until an admin says otherwise.

import { roleIn } from './imports/people-list.ts';
import { emailMaximumLength, normalizeEmail, personNameLength } from './members.ts';
import type { Role } from './permissions.ts';
import { type Refusal, refuse } from './reasons.ts';
import { hasControls, isVisible } from './text.ts';

/** A person's line with some columns to spare at the most rows; more is no list of people. */
export const largestFileMegabytes = 2;

/** One run holds the company's lock for about two seconds then. A longer list goes in parts, as a second run adds nothing twice. */
export const mostRows = 10_000;

/** Nobody looks further back; each can still be read by its id. */
export const maxListedImports = 50;

/** Runs of a company's last days that are listed, and kept: then the names in them are forgotten. */
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

/** What somebody should look at: nothing happens with these rows, and not because all is well. */
export const verdictsToLookAt: readonly Verdict[] = verdicts.filter(
  (verdict) => verdict !== 'new' && verdict !== 'member' && verdict !== 'invited',
);

export const mailStates = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type MailState = (typeof mailStates)[number];

/** A person as the list has them. Empty where it has nothing. */
export type ListedPerson = { line: number; email: string; name: string; role: string };

/** The addresses, in lower case, that the company knows already. */
export type KnownAddresses = {
  members: ReadonlySet<string>;
  deactivated: ReadonlySet<string>;
  invited: ReadonlySet<string>;
};

export type JudgedRow = ListedPerson & {
  verdict: Verdict;
  /** What the row asks for; null where its role is none. */
  grants: Role | null;
};

/** In the order of the list: of two good rows with one address the first counts. */
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
  // Before what is wrong with the rest of the row: nothing would come of it anyway.
  if (known.members.has(email)) return 'member';
  if (known.deactivated.has(email)) return 'deactivated';
  if (known.invited.has(email)) return 'invited';
  if (taken.has(email)) return 'repeated';
  if (grants === null) return 'wrong-role';
  const isUnfit = [...name].length > personNameLength.maximum || hasControls(name) || (name !== '' && !isVisible(name));
  return isUnfit ? 'wrong-name' : 'new';
}

/** The addresses that the API takes (zod's pattern), so that a row found good here is never refused there. */
export const isEmail = (text: string): boolean =>
  text.length <= emailMaximumLength &&
  /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(text);

/**
 * Invites that imports of one company may mail within a day: everybody once, and once more after a mistake. Seats alone would
 * not bound it, as revoking frees them for the next thousand strangers.
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
