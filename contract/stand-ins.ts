// Stand-ins: who decides on behalf of whom, between which company days. The approver names and ends them.

import { z } from 'zod';
import { maxListedStandIns } from '#domain/stand-ins.ts';
import { endpoint } from './endpoint.ts';
import { choiceQuery, choices, companyPath, day, id, noContent } from './fields.ts';

const days = {
  fromDay: day.describe('First company day'),
  toDay: day.describe('Last company day, included'),
};

export const standIn = z
  .object({
    id,
    userId: id.describe('The other person'),
    name: z.string(),
    ...days,
    isRunning: z.boolean().describe('In effect today'),
  })
  .meta({ id: 'StandIn' });
export type StandIn = z.infer<typeof standIn>;

export const standInEndpoints = {
  listStandIns: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/stand-ins',
    summary: `Stand-ins of the caller and people for whom the caller stands in, current and future; of each the ${maxListedStandIns} with the earliest first day`,
    can: 'worklogs.decide',
    input: z.strictObject(companyPath),
    output: z.object({
      delegates: z.array(standIn).max(maxListedStandIns).describe('They decide on behalf of the caller'),
      delegators: z.array(standIn).max(maxListedStandIns).describe('The caller decides on behalf of them'),
    }),
  }),
  listStandInChoices: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/stand-in-choices',
    summary: 'Members who may be named: active, with a role that decides on worklogs',
    can: 'worklogs.decide',
    input: z.strictObject({ ...companyPath, ...choiceQuery }),
    output: z.object(choices(z.object({ userId: id, name: z.string() }))),
  }),
  nameStandIn: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/stand-ins',
    summary: 'Name a member who may read and decide, between two days, what the caller may decide',
    can: 'worklogs.decide',
    // Only the person may delegate their rights, not a program with their token.
    forTokens: false,
    input: z.strictObject({ ...companyPath, userId: id, ...days }),
    output: standIn,
    refuses: [
      'stand-in.not-possible',
      'stand-in.already',
      'stand-in.ends-before-start',
      'stand-in.over',
      'stand-in.too-long',
    ],
  }),
  endStandIn: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/stand-ins/{standInId}',
    summary: 'End a stand-in at once',
    can: 'worklogs.decide',
    forTokens: false,
    input: z.strictObject({ ...companyPath, standInId: id }),
    output: noContent,
    refuses: ['stand-in.missing'],
  }),
};
