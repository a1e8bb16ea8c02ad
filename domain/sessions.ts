// How long somebody stays signed in.

/** Long enough that a weekly user never signs in twice; every visit renews it. */
export const sessionLifetimeDays = 30;

/** Renewing at every request would make every reading request a writing one. */
export const sessionRenewalHours = 24;

/** However often it is renewed, a session ends: a stolen one does not live for ever. */
export const sessionMaximumDays = 365;

/** At most so many at a time: the one not used for longest ends when another begins. Nobody signs in on so many devices. */
export const maxSessions = 100;

/** How long a browser stays known to whoever signed in with it; browsers keep no cookie longer. */
export const knownBrowserDays = 400;

/** The oldest are forgotten. Nobody uses so many. */
export const maxKnownBrowsers = 50;
