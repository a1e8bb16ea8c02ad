// The numbers of all rate limits, once: the counters take them from here (rate-limits.ts, throttle.ts), and so does the OpenAPI
// document. What is counted under which key, and when it is given back, is decided there.

import type { RateLimit } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/index.ts';
import { mostCompaniesOfPersonADay, mostCompaniesOfSourceADay } from '#domain/registration.ts';

/** `points` in a window of so many minutes. */
export type Limit = { points: number; minutes: number };

/**
 * Whose points they are: of a network address (of IPv6 the /64), of it together with the email address in the request, of a browser
 * that the owner has signed in with before, of a session, of the account that is guessed at, of the person who asks.
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

/** Roomy, because a whole office may share an address. */
const office = quarter(300);
const guesses = quarter(10);
const confirmation = { session: guesses, sessionTotal: browserTotal };
const mails = { person: hourly(100), personAndAddress: hourly(5) };

export const rateLimits = {
  password: { network: office, networkAndAddress: guesses, account: untilRight, browser: guesses, browserTotal },
  code: { network: office, session: guesses, account: untilRight, browser: guesses, browserTotal },
  secret: { network: office },
  confirm: confirmation,
  'email-change': { ...confirmation, ...mails },
  mail: mails,
  // Each sends a mail to an address that anybody may have typed; whoever joins by an invite is not counted here.
  registration: { network: hourly(200), networkAndAddress: guesses },
  link: { network: hourly(100), networkAndAddress: quarter(5), browser: quarter(5) },
  // Every view of the login page asks for one; each is a small row for some minutes.
  challenge: { network: quarter(1_000) },
  // A file of everything: long to write, and nobody needs it twice in a row.
  download: { person: hourly(10) },
} as const satisfies Record<RateLimit, Partial<Record<Counted, Limit>>>;

/**
 * What lists may mail for one person within a day, in all their companies together: whoever founds companies with free seats
 * would otherwise mail to strangers without end. Two of the longest lists.
 */
export const listedMailsLimit = daily(20_000);

/** What one person may upload within a day, in megabytes: a hundred of the largest files, or a thousand photographs. */
export const uploadLimit = daily(1_000);

/** Each stand-in is told to two mailboxes, and once more when it is taken back: nobody arranges twenty in earnest on one day. */
export const standInLimit = daily(20);

/** Each is written anew: nobody looks at a hundred in an hour, and whoever fetches them by a program needs fewer and longer ones. */
export const fileLimit = hourly(120);

export const foundingLimits = { person: daily(mostCompaniesOfPersonADay), network: daily(mostCompaniesOfSourceADay) };

type Described = { per: string; limit: number; windowSeconds: number | null; unit?: 'megabytes' | 'mails' };

/** Of single endpoints, beside the limit that their contract names. */
const ofEndpoint: Partial<Record<EndpointName, Described[]>> = {
  startImport: [{ ...described('person', listedMailsLimit), unit: 'mails' }],
  uploadReceipt: [{ ...described('person', uploadLimit), unit: 'megabytes' }],
  nameStandIn: [described('person', standInLimit)],
  getReportFile: [described('person', fileLimit)],
  prepareReportFile: [described('person', fileLimit)],
  foundCompany: Object.entries(foundingLimits).map(([per, limit]) => described(per, limit)),
};

/** As the OpenAPI document tells them. Without a window, points come back when a guess was right. */
export const limitsOf = (name: string, throttle: RateLimit | undefined): Described[] => [
  ...Object.entries(throttle === undefined ? {} : rateLimits[throttle]).map(([per, limit]) => described(per, limit)),
  ...Object.entries(ofEndpoint).flatMap(([endpoint, limits]) => (endpoint === name ? limits : [])),
];

function described(per: string, { points, minutes }: Limit): Described {
  return { per, limit: points, windowSeconds: minutes === fiftyYears ? null : minutes * 60 };
}
