// The versions that a writer has to have seen, for tests in which that is not the point.

import type { Actor } from './app.ts';

export const companyVersion = async (actor: Actor, companyId: string): Promise<number> =>
  (await actor.ok('GET /companies/{companyId}', { companyId })).version;

export const projectVersion = async (actor: Actor, companyId: string, projectId: string): Promise<number> =>
  (await actor.ok('GET /companies/{companyId}/projects/{projectId}', { companyId, projectId })).version;
