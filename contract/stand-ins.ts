// Stand-ins: who decides in whose place, between which days of the company. Named by the approver, taken back by the approver.

import { z } from 'zod';
import { maxListedStandIns } from '#domain/stand-ins.ts';
import { endpoint } from './endpoint.ts';
import { choiceQuery, choices, companyPath, day, id, nothing } from './fields.ts';

const days = {
  fromDay: day.describe('First company day'),
  toDay: day.describe('Last company day, included'),
};

export const standIn = z
  .object({
    id,
    userId: id.describe('The other one of the two'),
    name: z.string(),
    ...days,
    isRunning: z.boolean().describe('Gives the stand-in something today'),
  })
  .meta({ id: 'StandIn' });
export type StandIn = z.infer<typeof standIn>;

export const standInEndpoints = {
  listStandIns: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/stand-ins',
    summary: `Stand-ins of the caller and those whom the caller stands in for, running and to come; of each the ${maxListedStandIns} with the earliest first day`,
    can: 'worklogs.decide',
    input: z.strictObject(companyPath),
    output: z.object({
      named: z.array(standIn).max(maxListedStandIns).describe('They decide in the place of the caller'),
      lent: z.array(standIn).max(maxListedStandIns).describe('The caller decides in their place'),
    }),
  }),
  listStandInChoices: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/stand-in-choices',
    summary: 'Members who may be named: active, of a role that decides worklogs',
    can: 'worklogs.decide',
    input: z.strictObject({ ...companyPath, ...choiceQuery }),
    output: z.object(choices(z.object({ userId: id, name: z.string() }))),
  }),
  nameStandIn: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/stand-ins',
    summary: 'Name a member who reads and decides, between two days, what the caller may decide',
    can: 'worklogs.decide',
    // A person lends what is theirs; a program of theirs does not.
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
    summary: 'Take it back: it gives nothing from now on',
    can: 'worklogs.decide',
    forTokens: false,
    input: z.strictObject({ ...companyPath, standInId: id }),
    output: nothing,
    refuses: ['stand-in.missing'],
  }),
};
