// How long sessions last, and how long browsers are remembered.

/** A weekly user stays signed in, because every visit renews the session. */
export const sessionLifetimeDays = 30;

/** Renewed at most this often: renewing on every request would turn every read into a write. */
export const sessionRenewalHours = 24;

/** The maximum age of a session despite renewals, so that a stolen one ends. */
export const maxSessionDays = 365;

/** Sessions of one person at the same time: a new one ends the least recently used one. More than anybody has devices. */
export const maxSessions = 100;

/** How long a browser is remembered after signing in; browsers keep no cookie longer. */
export const knownBrowserDays = 400;

/** Per person; the oldest are deleted. */
export const maxKnownBrowsers = 50;
