// Days of which the caller said that nothing is missing, such as a day of illness: nobody is reminded of them.

import { z } from 'zod';
import { workingDaysRead } from '#domain/working-days.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, day, noContent } from './fields.ts';

const input = z.strictObject({ ...companyPath, day });

export const completeDayEndpoints = {
  markDayComplete: endpoint({
    method: 'PUT',
    path: '/companies/{companyId}/complete-days/{day}',
    summary: `Say that nothing is missing on one of the last ${workingDaysRead} days: it is no longer called incomplete`,
    can: 'worklogs.submit',
    input,
    output: noContent,
    refuses: ['complete-day.out-of-range'],
  }),
  unmarkDayComplete: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/complete-days/{day}',
    summary: 'Take back that nothing is missing on a day',
    can: 'worklogs.submit',
    input,
    output: noContent,
  }),
};
