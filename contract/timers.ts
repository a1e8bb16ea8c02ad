// The running timer of a worker: one in each company, kept on the server. Stopped, it becomes a worklog; where that is refused
// it stays as it was stopped, and the answer says why, so that nothing measured is ever lost.

import { z } from 'zod';
import { projectColours } from '#domain/projects.ts';
import { notesMaximumLength } from '#domain/worklogs.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, id, instant, nothing, offset, text, timeZone, version, wallTime } from './fields.ts';
import { problem } from './problem.ts';
import { entryFields, worklog, worklogEndpoints } from './worklogs.ts';

export const timer = z
  .object({
    id,
    task: z
      .object({
        taskId: id,
        taskName: z.string(),
        projectId: id,
        projectName: z.string(),
        colour: z.enum(projectColours),
      })
      .nullable()
      .describe('Null: to be chosen when it is stopped'),
    startedAt: instant,
    stoppedAt: instant.nullable().describe('It was stopped then, but could not be saved yet'),
    zone: z.string().describe('Zone in which its times will be written'),
    notes: z.string(),
    version,
  })
  .meta({ id: 'Timer' });
export type Timer = z.infer<typeof timer>;

const current = {
  timer: timer.nullable(),
  now: instant.describe('By the clock of the server, which is the one that measures'),
};

const settled = z.object({
  ...current,
  worklog: worklog.nullable().describe('What the stopped timer became'),
  isDiscarded: z.boolean().describe('It had measured less than a minute'),
  refusal: problem
    .omit({ requestId: true })
    .nullable()
    .describe('Why it could not be saved: the stopped timer is kept, and nothing else was started'),
});
export type SettledTimer = z.infer<typeof settled>;

const timerPath = { ...companyPath, timerId: id };
const notes = text(notesMaximumLength);

/** Absent: whatever it is by now. */
const seenVersion = version.optional();

export const timerEndpoints = {
  getTimer: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/timer',
    summary: 'The timer of the caller, if one runs or waits to be saved',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject(companyPath),
    output: z.object(current),
  }),
  startTimer: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/timer',
    summary:
      'Start a timer; the one that runs becomes a worklog first, in the same transaction, if `switchFrom` names it',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({
      ...companyPath,
      taskId: id.optional().describe('May also be chosen later'),
      notes: notes.default(''),
      zone: timeZone.optional().describe('Zone of the caller; absent means the company zone'),
      switchFrom: z
        .strictObject({ timerId: id, version })
        .optional()
        .describe('The timer that runs, as it was looked at'),
      switch: z.boolean().default(false).describe('Deprecated: whichever timer runs becomes a worklog first'),
    }),
    output: settled,
    refuses: [
      'timer.running',
      'timer.missing',
      'timer.changed-since-seen',
      'timer.expense-task',
      'task.missing',
      'task.closed',
      'project.archived',
    ],
  }),
  changeTimer: endpoint({
    method: 'PATCH',
    path: '/companies/{companyId}/timer/{timerId}',
    summary: 'Change task, notes or start of the timer, or let a stopped one go on',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({
      ...timerPath,
      version,
      taskId: id.nullable().optional(),
      notes: notes.optional(),
      start: wallTime.optional().describe('Wall time in the zone of the timer'),
      startOffset: offset.optional(),
      goesOn: z.literal(true).optional().describe('Forgets that it was stopped'),
    }),
    output: z.object(current),
    refuses: [
      'timer.missing',
      'timer.changed-since-seen',
      'timer.starts-too-late',
      'timer.expense-task',
      'task.missing',
      'task.closed',
      'project.archived',
      'worklog.too-long',
      'worklog.period-locked',
      'worklog.time-missing-in-zone',
      'worklog.time-twice-in-zone',
    ],
  }),
  stopTimer: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/timer/{timerId}/stop',
    summary: 'Stop the timer: it becomes a worklog, or tells why it cannot yet',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({ ...timerPath, version: seenVersion }),
    output: settled,
    refuses: ['timer.missing', 'timer.changed-since-seen'],
  }),
  submitTimer: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/timer/{timerId}/worklog',
    summary: 'Submit what the timer measured as this worklog; the timer goes with it, or stays with every refusal',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({ ...timerPath, version: seenVersion, ...entryFields }),
    output: worklog,
    refuses: ['timer.missing', 'timer.changed-since-seen', ...worklogEndpoints.submitWorklog.refuses],
  }),
  discardTimer: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/timer/{timerId}',
    summary: 'Throw the timer away, with what it measured',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({ ...timerPath, version: z.coerce.number().int().min(1).optional() }),
    output: nothing,
    refuses: ['timer.missing', 'timer.changed-since-seen'],
  }),
};
