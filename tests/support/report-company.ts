// A company with a few hours and an expense, and a second company: data for the dashboard and the reports.
import { type Actor, startTestApp } from './app.ts';
import { foundTestCompany, hire, type TestCompany } from './company.ts';

export const submitHours = (company: TestCompany, actor: Actor, taskId: string, day: string, hours: number) =>
  actor.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId,
    start: `${day}T08:00`,
    end: `${day}T${String(8 + hours).padStart(2, '0')}:00`,
  });

/** Worker: 2 h and 3 h on the project (one approved, one pending), 1 h rejected, 100 rupiah. Colleague: 4 h there, 5 h elsewhere. */
export async function openReportCompany() {
  const app = await startTestApp();
  const ours = await foundTestCompany(app, { canary: 'Ours' });
  const theirs = await foundTestCompany(app, { canary: 'Theirs' });
  const { id: companyId, admin, worker, approver, project } = ours;
  const colleague = await hire(app, admin, companyId, 'worker', 'Ours Colleague');
  const decide = (decision: 'approve' | 'reject', { id, version }: { id: string; version: number }) =>
    approver.ok('POST /companies/{companyId}/decisions', {
      companyId,
      decision,
      notes: 'Because of the tests',
      worklogs: [{ id, version }],
    });
  await decide('approve', await submitHours(ours, worker, project.timedTaskId, '2026-03-02', 2));
  await submitHours(ours, worker, project.timedTaskId, '2026-03-03', 3);
  await decide('reject', await submitHours(ours, worker, project.timedTaskId, '2026-03-04', 1));
  await worker.ok('POST /companies/{companyId}/worklogs', {
    companyId,
    taskId: project.expenseTaskId,
    day: '2026-03-04',
    amount: '100',
  });
  await submitHours(ours, colleague, project.timedTaskId, '2026-03-02', 4);
  await submitHours(ours, colleague, ours.otherProject.timedTaskId, '2026-03-05', 5);
  await submitHours(theirs, theirs.worker, theirs.project.timedTaskId, '2026-03-02', 8);
  return { app, ours, theirs, colleague };
}
