// Favourite tasks of the caller: they come first in task pickers (GET …/loggable-tasks).

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { companyPath, id, noContent } from './fields.ts';

const input = z.strictObject({ ...companyPath, taskId: id });

export const favouriteEndpoints = {
  addFavourite: endpoint({
    method: 'PUT',
    path: '/companies/{companyId}/favourite-tasks/{taskId}',
    summary: 'Add a task to the end of the caller’s favourites; does nothing if it is one already',
    can: 'worklogs.submit',
    onFreePlan: true,
    input,
    output: noContent,
    refuses: ['task.missing', 'task.too-many-favourites'],
  }),
  removeFavourite: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/favourite-tasks/{taskId}',
    summary: 'Remove a task from the caller’s favourites',
    can: 'worklogs.submit',
    onFreePlan: true,
    input,
    output: noContent,
    refuses: ['task.missing'],
  }),
};
