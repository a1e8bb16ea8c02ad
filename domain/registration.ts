// Who may open an account on a server, as its operator chooses.

export const registrationModes = ['open', 'invited', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Whoever founds companies to write to strangers needs many of them; nobody founds ten in earnest on one day. */
export const mostCompaniesOfPersonADay = 10;
export const mostCompaniesOfSourceADay = 30;
