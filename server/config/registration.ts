// Who may register on this server, and how many invites a new company may send: the settings that keep a publicly reachable server
// from being used to mail strangers.

import { z } from 'zod';
import { type RegistrationMode, registrationModes } from '#domain/registration.ts';
import { wholeNumber } from './values.ts';

const schema = {
  REGISTRATION: z.enum(registrationModes).optional(),
  NEW_COMPANY_INVITES: wholeNumber(1, 100_000).optional(),
};

const registrationVariables = {
  REGISTRATION: {
    byDefault: 'open',
    means:
      'Who may register: everybody (`open`), only addresses with an open invite (`invited`), or nobody new (`closed`). See `docs/security.md`.',
    mustBe: 'open, invited or closed',
  },
  NEW_COMPANY_INVITES: {
    byDefault: '20',
    means:
      'How many invites a company may send on its first day while registration is open. The limit rises with its age and with accepted invites.',
    mustBe: 'a whole number from 1 to 100000',
  },
} as const;

export type RegistrationConfig = { registration: RegistrationMode; newCompanyInvites: number };

type Values = { REGISTRATION?: RegistrationMode | undefined; NEW_COMPANY_INVITES?: number | undefined };

const of = ({ REGISTRATION, NEW_COMPANY_INVITES }: Values): RegistrationConfig => ({
  registration: REGISTRATION ?? 'open',
  newCompanyInvites: NEW_COMPANY_INVITES ?? 20,
});

export const registration = { schema, variables: registrationVariables, of };
