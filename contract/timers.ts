// The running timer of a worker: one in each company, stored on the server. When stopped it becomes a worklog. If that is
// refused, the stopped timer is kept and the response says why, so that no measured time is lost.

import { z } from 'zod';
import { projectColours } from '#domain/projects.ts';
import { maxNotesLength } from '#domain/worklog-fields.ts';
import { endpoint } from './endpoint.ts';
import {
  clientName,
  companyPath,
  id,
  instant,
  noContent,
  offset,
  text,
  timeZone,
  version,
  wallTime,
} from './fields.ts';
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
        clientName,
        colour: z.enum(projectColours),
      })
      .nullable()
      .describe('Null: to be chosen when the timer is stopped'),
    startedAt: instant,
    stoppedAt: instant.nullable().describe('Set if it was stopped but could not be saved yet'),
    zone: z.string().describe('Zone of the times of its worklog'),
    notes: z.string(),
    version,
  })
  .meta({ id: 'Timer' });
export type Timer = z.infer<typeof timer>;

const timerFields = {
  timer: timer.nullable(),
  now: instant.describe('Current time of the server, whose clock measures'),
};

const stoppedTimer = z.object({
  ...timerFields,
  worklog: worklog.nullable().describe('The worklog of the stopped timer'),
  isDiscarded: z.boolean().describe('It had measured less than a minute, so it was deleted'),
  refusal: problem
    .omit({ requestId: true })
    .nullable()
    .describe('Why it could not be saved: the stopped timer is kept, and no other timer was started'),
});
export type StoppedTimer = z.infer<typeof stoppedTimer>;

const timerPath = { ...companyPath, timerId: id };
const notes = text(maxNotesLength);

/** Absent: any version. */
const seenVersion = version.optional();

export const timerEndpoints = {
  getTimer: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/timer',
    summary: 'The timer of the caller, running or stopped but not saved',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject(companyPath),
    output: z.object(timerFields),
  }),
  startTimer: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/timer',
    summary:
      'Start a timer; if `switchFrom` names the running one, that becomes a worklog first, in the same transaction',
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
        .describe('The running timer with the version that the caller saw'),
      switch: z.boolean().default(false).describe('Deprecated: any running timer becomes a worklog first'),
    }),
    output: stoppedTimer,
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
    summary: 'Change task, notes or start of the timer, or continue a stopped one',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({
      ...timerPath,
      version,
      taskId: id.nullable().optional(),
      notes: notes.optional(),
      start: wallTime.optional().describe('Wall time in the zone of the timer'),
      startOffset: offset.optional(),
      resume: z.literal(true).optional().describe('Continues a stopped timer'),
    }),
    output: z.object(timerFields),
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
    summary: 'Stop the timer: it becomes a worklog, or the response says why it cannot yet',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({ ...timerPath, version: seenVersion }),
    output: stoppedTimer,
    refuses: ['timer.missing', 'timer.changed-since-seen'],
  }),
  submitTimer: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/timer/{timerId}/worklog',
    summary: 'Submit the timer as this worklog; the timer is removed, or kept if the worklog is refused',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({ ...timerPath, version: seenVersion, ...entryFields }),
    output: worklog,
    refuses: ['timer.missing', 'timer.changed-since-seen', ...worklogEndpoints.submitWorklog.refuses],
  }),
  discardTimer: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/timer/{timerId}',
    summary: 'Discard the timer and its measured time',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({ ...timerPath, version: z.coerce.number().int().min(1).optional() }),
    output: noContent,
    refuses: ['timer.missing', 'timer.changed-since-seen'],
  }),
};
