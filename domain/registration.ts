// Who may register on an installation, as its operator chooses.

export const registrationModes = ['open', 'invited', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Limits for founding companies, as spammers need many of them to invite strangers; nobody seriously founds ten on one day. */
export const maxCompaniesPerPersonPerDay = 10;
export const maxCompaniesPerSourcePerDay = 30;
