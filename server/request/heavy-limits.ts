// How many reports one process computes concurrently. Each occupies a core of the database while it reads.

/** Of all companies together; a company that is the only active one may use all of them. */
export const maxConcurrentReports = 4;

/** Of one company while others are active. */
export const maxReportsPerCompany = 1;
