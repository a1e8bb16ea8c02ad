// Search for the finder: projects and people whose names match, as far as the caller may see them elsewhere.

import { z } from 'zod';
import { roles } from '#domain/permissions.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, id, requiredText } from './fields.ts';
import { projectChoice } from './projects.ts';

export const foundPerson = z
  .object({
    userId: id,
    name: z.string(),
    email: z.string().nullable().describe('For those who may read members'),
    role: z.enum(roles).nullable().describe('For those who may read members'),
    isActive: z.boolean(),
  })
  .meta({ id: 'FoundPerson' });
export type FoundPerson = z.infer<typeof foundPerson>;

export const foundProject = projectChoice.extend({ canUpdate: z.boolean() }).meta({ id: 'FoundProject' });
export type FoundProject = z.infer<typeof foundProject>;

/** As many as fit below the field without scrolling. */
export const maxFound = 8;

export const searchEndpoints = {
  searchCompany: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/search',
    summary: 'Projects and people whose names match, the best few of each',
    can: 'company.read',
    onFreePlan: true,
    input: z.strictObject({ ...companyPath, q: requiredText(100).describe('Words that must all be found') }),
    output: z.object({ projects: z.array(foundProject).max(maxFound), people: z.array(foundPerson).max(maxFound) }),
  }),
};
