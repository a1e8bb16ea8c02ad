// Favourite tasks of the caller: they come first wherever a task is chosen (GET …/loggable-tasks).

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { companyPath, id, nothing } from './fields.ts';

const input = z.strictObject({ ...companyPath, taskId: id });

export const favouriteEndpoints = {
  addFavourite: endpoint({
    method: 'PUT',
    path: '/companies/{companyId}/favourite-tasks/{taskId}',
    summary: 'Keep a task among the caller’s favourites, behind those there are; it may be one already',
    can: 'worklogs.submit',
    onFreePlan: true,
    input,
    output: nothing,
    refuses: ['task.missing', 'task.too-many-favourites'],
  }),
  removeFavourite: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/favourite-tasks/{taskId}',
    summary: 'Keep it there no longer',
    can: 'worklogs.submit',
    onFreePlan: true,
    input,
    output: nothing,
    refuses: ['task.missing'],
  }),
};
