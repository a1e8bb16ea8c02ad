// How much writing of files a server lends itself to: a file takes a connection for as long as it is read.

/** At a time in the whole installation, however many servers it has. */
export const mostFilesAtOnce = 8;

/** At a time for one company: slow readers in one leave places to the others. */
export const mostFilesOfCompany = 3;

/** At a time for one person: two windows. */
export const mostFilesOfPerson = 2;

/** What the database keeps for a reader, it keeps from being cleaned up: nobody is read to for longer than this. */
export const longestFileMinutes = 5;

/** A reader who was waited for this long in sum, and took less than the slowest pace in that time, loses the file. */
export const paceWindowSeconds = 30;

/** 64 kbit/s: below the slowest lines that people still work over. */
export const slowestBytesPerSecond = 8_000;

/** Where no place is left, a reader who has kept the server waiting for most of at least this long makes room for another company. */
export const yieldsAfterSeconds = 2;

/** Of a file that a browser fetches by itself. */
export const preparedFileStates = ['waiting', 'writing', 'whole', 'cancelled', 'failed'] as const;

/** A browser fetches at once what it is told to; whoever forbade it to save files never does. */
export const longestUnfetchedSeconds = 30;

/** Whoever writes a file says so every second: after so many without a word they are gone. */
export const longestSilenceSeconds = 15;

/** Until then the page may ask how it ended. */
export const preparedFileKeptMinutes = 60;
