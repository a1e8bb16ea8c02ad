// Tags of a company. A tag is created by naming it in a worklog; here it is listed, renamed, merged and deleted.

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { choiceQuery, choices, companyPath, id, noContent, tagName } from './fields.ts';

const tag = z
  .object({
    id,
    name: z.string(),
    isUsed: z.boolean().describe('Some worklog of the company has it, so that it cannot be deleted'),
  })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof tag>;

const tagPath = { ...companyPath, tagId: id };

export const tagEndpoints = {
  listTags: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/tags',
    summary: 'Tags of the company, by name; everybody in it sees all of them',
    can: 'worklogs.read',
    onFreePlan: true,
    input: z.strictObject({ ...companyPath, ...choiceQuery }),
    output: z.object(choices(tag)),
  }),
  renameTag: endpoint({
    method: 'PATCH',
    path: '/companies/{companyId}/tags/{tagId}',
    summary: 'Rename a tag, in all its worklogs',
    can: 'tags.manage',
    onFreePlan: true,
    input: z.strictObject({ ...tagPath, name: tagName.describe('Unique in the company, compared without case') }),
    output: tag,
    refuses: ['tag.missing', 'tag.name-taken'],
  }),
  mergeTag: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/tags/{tagId}/merge',
    summary: 'Replace a tag by another one in all its worklogs, and delete it',
    can: 'tags.manage',
    onFreePlan: true,
    input: z.strictObject({ ...tagPath, intoId: id.describe('The tag that stays') }),
    output: tag,
    refuses: ['tag.missing', 'tag.merge-with-itself'],
  }),
  deleteTag: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/tags/{tagId}',
    summary: 'Delete a tag that no worklog has',
    can: 'tags.manage',
    onFreePlan: true,
    input: z.strictObject(tagPath),
    output: noContent,
    refuses: ['tag.missing', 'tag.in-use'],
  }),
};
