// Creates a worklog in any status, for tests of its possible moves.

import type { Decision } from '#domain/worklogs.ts';
import type { Actor, Input, Output } from './app.ts';
import type { FullCompany } from './principals.ts';

type Submission = Input<'POST /companies/{companyId}/worklogs'>;
type Seen = { id: string; version: number };
type Result = Output<'POST /companies/{companyId}/decisions'>['results'][number];

export type WorklogActions = {
  /** A separate day for each worklog, so that none overlap by accident. */
  freshDay(): string;
  entryOn(day: string, rest?: Partial<Submission>): Submission;
  submit(rest?: Partial<Submission>, actor?: Actor): Promise<Output<'POST /companies/{companyId}/worklogs'>>;
  decide(actor: Actor, decision: Decision, seen: Seen, notes?: string): Promise<Result | undefined>;
  read(id: string, actor?: Actor): Promise<Output<'GET /companies/{companyId}/worklogs/{worklogId}'>>;
  /** Creates a worklog in a status. */
  worklogIn(state: 'pending' | 'approved' | 'rejected' | 'deleted'): Promise<Seen & { day: string }>;
};

export function worklogActionsOf(company: FullCompany): WorklogActions {
  const companyId = company.id;
  let nextDay = 0;
  const actions: WorklogActions = {
    freshDay: () => {
      nextDay++;
      return new Date(Date.UTC(2026, 0, nextDay)).toISOString().slice(0, 10);
    },
    entryOn: (day, rest = {}) => ({
      companyId,
      taskId: company.project.timedTaskId,
      start: `${day}T09:00`,
      end: `${day}T17:00`,
      ...rest,
    }),
    submit: (rest = {}, actor = company.worker) =>
      actor.ok('POST /companies/{companyId}/worklogs', actions.entryOn(actions.freshDay(), rest)),
    decide: async (actor, decision, { id, version }, notes = 'Because.') => {
      const worklogs = [{ id, version }];
      const { results } = await actor.ok('POST /companies/{companyId}/decisions', {
        companyId,
        decision,
        notes,
        worklogs,
      });
      return results[0];
    },
    read: (id, actor = company.admin) =>
      actor.ok('GET /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId: id }),
    worklogIn: async (state) => {
      const { id, version, day } = await actions.submit();
      const verdict = state === 'approved' ? 'approve' : state === 'rejected' ? 'reject' : null;
      if (verdict) await actions.decide(company.approver, verdict, { id, version });
      if (state === 'deleted')
        await company.worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', {
          companyId,
          worklogId: id,
          version,
        });
      return { id, version: state === 'pending' ? 1 : 2, day };
    },
  };
  return actions;
}
