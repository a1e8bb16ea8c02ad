// Limits for files of reports. A file occupies a database connection while it is being sent.

/** Files at the same time in the whole installation, however many servers it has. */
export const maxConcurrentFiles = 8;

/** Files at the same time for one company, so that slow downloads of one company do not block the others. */
export const maxConcurrentFilesPerCompany = 3;

/** Files at the same time for one person: two windows. */
export const maxConcurrentFilesPerPerson = 2;

/** Maximum duration of a download: its open transaction prevents the database from vacuuming. */
export const maxFileMinutes = 5;

/** A download is aborted if the server waited for the client this long in total and the rate in that time was below the minimum. */
export const slowClientWindowSeconds = 30;

/** 64 kbit/s: slower than any connection that people still work with. */
export const minBytesPerSecond = 8_000;

/** When all slots are taken, a download that has run at least this long and mostly waited for its client is aborted in favour of another company. */
export const preemptibleAfterSeconds = 2;

/** States of a file that the page prepares and the browser then downloads. */
export const preparedFileStates = ['waiting', 'writing', 'whole', 'cancelled', 'failed'] as const;

/** Browsers fetch the file at once, unless downloads are blocked; after this time it counts as not fetched. */
export const maxUnfetchedSeconds = 30;

/** The server that writes a file sends a heartbeat every second; after this long without one it counts as dead. */
export const heartbeatTimeoutSeconds = 15;

/** How long the page can still query the result. */
export const preparedFileRetentionMinutes = 60;
