// The numbers of all rate limits: used by the counters (rate-limits.ts, rate-limit-counters.ts) and by the OpenAPI document. Which keys are
// charged, and when points are refunded, is decided there.

import type { RateLimit } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/index.ts';
import { maxCompaniesPerPersonPerDay, maxCompaniesPerSourcePerDay } from '#domain/registration.ts';

/** `points` in a window of `minutes`. */
export type Limit = { points: number; minutes: number };

/**
 * What is counted: a network address (for IPv6 the /64), the network with the email address in the request, a browser that the owner
 * has signed in with before, a session, the account of a guess, or the caller.
 */
type Counted =
  | 'network'
  | 'networkAndAddress'
  | 'browser'
  | 'browserTotal'
  | 'session'
  | 'sessionTotal'
  | 'account'
  | 'person'
  | 'personAndAddress';

const quarter = (points: number): Limit => ({ points, minutes: 15 });
const hourly = (points: number): Limit => ({ points, minutes: 60 });
const daily = (points: number): Limit => ({ points, minutes: 24 * 60 });

/** NIST SP 800-63B: at most a hundred consecutive failures. */
export const maxGuesses = 100;
const fiftyYears = 50 * 365 * 24 * 60;
const untilRight: Limit = { points: maxGuesses, minutes: fiftyYears };
/** Longer than a session or the cookie of a known browser lives. */
const browserTotal: Limit = { points: maxGuesses, minutes: 400 * 24 * 60 };

/** Generous, because a whole office may share an address. */
const officeLimit = quarter(300);
const guesses = quarter(10);
const confirmation = { session: guesses, sessionTotal: browserTotal };
const mails = { person: hourly(100), personAndAddress: hourly(5) };

export const rateLimits = {
  password: { network: officeLimit, networkAndAddress: guesses, account: untilRight, browser: guesses, browserTotal },
  code: { network: officeLimit, session: guesses, account: untilRight, browser: guesses, browserTotal },
  secret: { network: officeLimit },
  confirm: confirmation,
  'email-change': { ...confirmation, ...mails },
  mail: mails,
  // Each sends a mail to an address that anybody may have typed. Joining by invite is not limited here.
  registration: { network: hourly(200), networkAndAddress: guesses },
  link: { network: hourly(100), networkAndAddress: quarter(5), browser: quarter(5) },
  // Every view of the login page requests one; each is a small row for some minutes.
  challenge: { network: quarter(1_000), browser: quarter(100) },
  // A file of all personal data: expensive, and rarely needed twice.
  download: { person: hourly(10) },
  // A device of a push service that anybody may have named.
  device: { person: hourly(30) },
} as const satisfies Record<RateLimit, Partial<Record<Counted, Limit>>>;

/**
 * Mails of invite lists per person and day, in all their companies together: otherwise somebody could found companies with
 * free seats and mail strangers without end. Two lists of maximum length.
 */
export const listedMailsLimit = daily(20_000);

/**
 * Megabytes that one person may upload per day, of all kinds together: ninety receipts of maximum size, nine files of a history, or
 * two archives that are checked and imported.
 */
export const uploadLimit = daily(1_000);

/** Each stand-in sends two mails, and again when it is revoked; twenty per day is more than anybody needs. */
export const standInLimit = daily(20);

/** Each file is generated again. Generous for people; programs need fewer and larger files. */
export const fileLimit = hourly(120);

export const foundingLimits = {
  person: daily(maxCompaniesPerPersonPerDay),
  network: daily(maxCompaniesPerSourcePerDay),
};

type Described = { per: string; limit: number; windowSeconds: number | null; unit?: 'megabytes' | 'mails' };

/** Limits of single endpoints, in addition to the one in their contract. */
const ofEndpoint: Partial<Record<EndpointName, Described[]>> = {
  startImport: [{ ...described('person', listedMailsLimit), unit: 'mails' }],
  resendInvites: [{ ...described('person', listedMailsLimit), unit: 'mails' }],
  uploadReceipt: [{ ...described('person', uploadLimit), unit: 'megabytes' }],
  uploadHistory: [{ ...described('person', uploadLimit), unit: 'megabytes' }],
  checkArchive: [{ ...described('person', uploadLimit), unit: 'megabytes' }],
  importArchive: [{ ...described('person', uploadLimit), unit: 'megabytes' }],
  nameStandIn: [described('person', standInLimit)],
  exportCompany: [described('person', fileLimit)],
  getReportFile: [described('person', fileLimit)],
  prepareReportFile: [described('person', fileLimit)],
  foundCompany: Object.entries(foundingLimits).map(([per, limit]) => described(per, limit)),
};

/** For the OpenAPI document. Without a window, points are reset by a right guess. */
export const limitsOf = (name: string, kind: RateLimit | undefined): Described[] => [
  ...Object.entries(kind === undefined ? {} : rateLimits[kind]).map(([per, limit]) => described(per, limit)),
  ...Object.entries(ofEndpoint).flatMap(([endpoint, limits]) => (endpoint === name ? limits : [])),
];

function described(per: string, { points, minutes }: Limit): Described {
  return { per, limit: points, windowSeconds: minutes === fiftyYears ? null : minutes * 60 };
}
