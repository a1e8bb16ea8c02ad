// Clients (customers) of a company: a project may have one. Names are unique in the company, compared without case.

import { type Refusal, refuse } from './reasons.ts';

export const maxClientNameLength = 120;

/** In filters and reports: projects without a client. */
export const noClient = 'none';

/** A client with projects, archived ones included, is part of reports and cannot be deleted. */
export const deleteClientRefusal = (projects: number): Refusal | null =>
  projects > 0 ? refuse('client.in-use') : null;
