// Changes of a member: shows a toast with undo, and refreshes the session after changes of oneself.

import type { Member, MemberDetails } from '#contract/members.ts';
import type { Assignment } from '#domain/project-assignments.ts';
import { m } from '#locales/messages.js';
import type { ApiInput } from '../api.ts';
import { refreshSession, useCompany } from '../auth.ts';
import { affectedBy, invalidate, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { toastProblem } from '../ui/problem-toast.ts';

type Change = Omit<ApiInput<'PATCH /companies/{companyId}/members/{userId}'>, 'companyId' | 'userId'>;

export function useMemberMutation(member: Member) {
  const { id: companyId } = useCompany();
  const write = useApiMutation('PATCH /companies/{companyId}/members/{userId}', {
    invalidates: affectedBy.members,
  });
  /** Refetches on errors, because the reason may be a change by somebody else. */
  const send = (change: Change) =>
    write.mutateAsync({ companyId, userId: member.userId, ...change }).catch(async (error: unknown) => {
      await invalidate(['members']);
      throw error;
    });
  /** Rejects if the server refuses. `undo` null: no undo is offered. */
  const apply = async (change: Change, message: string, undo: Change | null) => {
    await send(change);
    if (member.isYou) await refreshSession();
    const runUndo = () =>
      undo &&
      send(undo).then(() => showToast(m.users_undone({ name: member.name }), { type: 'success' }), toastProblem);
    showToast(message, {
      type: 'success',
      action: undo && !member.isYou ? { label: m.users_undo(), run: () => void runUndo() } : null,
    });
  };
  return { apply, isPending: write.isPending };
}

type ProjectsChange = Pick<ApiInput<'PATCH /companies/{companyId}/members/{userId}/projects'>, 'assign' | 'unassign'>;

/** Assigns a member to projects and takes them off others. */
export function useProjectAssignment(member: MemberDetails, as: Assignment) {
  const { id: companyId } = useCompany();
  const write = useApiMutation('PATCH /companies/{companyId}/members/{userId}/projects', {
    invalidates: ['members', 'projects', 'worklogs', 'dashboard'],
  });
  const send = (projects: ProjectsChange) => write.mutateAsync({ companyId, userId: member.userId, as, ...projects });
  /** Whether it succeeded; a refusal is shown. */
  const change = async (projects: ProjectsChange, message: string, undo: ProjectsChange): Promise<boolean> => {
    try {
      await send(projects);
    } catch (error) {
      toastProblem(error);
      return false;
    }
    const runUndo = () =>
      send(undo).then(() => showToast(m.users_undone({ name: member.name }), { type: 'success' }), toastProblem);
    showToast(message, { type: 'success', action: { label: m.users_undo(), run: () => void runUndo() } });
    return true;
  };
  return { change, isPending: write.isPending };
}
