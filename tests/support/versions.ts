// Looks up the versions that a writer must send, for tests about something else.

import type { Actor } from './app.ts';

export const companyVersion = async (actor: Actor, companyId: string): Promise<number> =>
  (await actor.ok('GET /companies/{companyId}', { companyId })).version;

export const projectVersion = async (actor: Actor, companyId: string, projectId: string): Promise<number> =>
  (await actor.ok('GET /companies/{companyId}/projects/{projectId}', { companyId, projectId })).version;
