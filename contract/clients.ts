// Clients of a company. A client is created by naming it in a project; here it is listed, renamed and deleted.

import { z } from 'zod';
import { maxClientNameLength } from '#domain/clients.ts';
import { endpoint } from './endpoint.ts';
import { choiceQuery, choices, companyPath, id, noContent, requiredText } from './fields.ts';

export const client = z
  .object({
    id,
    name: z.string(),
    projects: z.int().describe('Its projects that the caller may see, archived ones included'),
  })
  .meta({ id: 'Client' });
export type Client = z.infer<typeof client>;

const clientPath = { ...companyPath, clientId: id };

export const clientEndpoints = {
  listClients: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/clients',
    summary: 'Clients of the projects that the caller may see, by name; with all projects also those without one',
    can: 'projects.read',
    onFreePlan: true,
    input: z.strictObject({ ...companyPath, ...choiceQuery }),
    output: z.object(choices(client)),
  }),
  renameClient: endpoint({
    method: 'PATCH',
    path: '/companies/{companyId}/clients/{clientId}',
    summary: 'Rename a client, in all its projects',
    can: 'clients.manage',
    onFreePlan: true,
    input: z.strictObject({
      ...clientPath,
      name: requiredText(maxClientNameLength).describe('Unique in the company, compared without case'),
    }),
    output: client,
    refuses: ['client.missing', 'client.name-taken'],
  }),
  deleteClient: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/clients/{clientId}',
    summary: 'Delete a client that has no projects',
    can: 'clients.manage',
    onFreePlan: true,
    input: z.strictObject(clientPath),
    output: noContent,
    refuses: ['client.missing', 'client.in-use'],
  }),
};
