// How many reports are computed at once by one process. Each takes a core of the database for as long as it reads.

/** Of all companies together; a company that is alone may have all of them. */
export const mostReportsAtOnce = 4;

/** Of one company beside others. */
export const mostReportsOfCompany = 1;
