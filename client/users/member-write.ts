// A change of a member: told with a way to undo it, and followed by one's own session where it is oneself.

import type { Member } from '#contract/members.ts';
import { m } from '#locales/messages.js';
import type { ApiInput } from '../api.ts';
import { refreshSession, useCompany } from '../auth.ts';
import { invalidate, useApiMutation } from '../queries.ts';
import { showToast } from '../shell/toast.ts';
import { toastProblem } from '../ui/problem-toast.ts';

type Change = Omit<ApiInput<'PATCH /companies/{companyId}/members/{userId}'>, 'companyId' | 'userId'>;

export function useMemberWrite(member: Member) {
  const { id: companyId } = useCompany();
  const write = useApiMutation('PATCH /companies/{companyId}/members/{userId}', {
    invalidates: ['members', 'companies', 'projects', 'worklogs', 'dashboard'],
  });
  /** What is refused may have been refused because somebody was faster: then the page shows what it is now. */
  const send = (change: Change) =>
    write.mutateAsync({ companyId, userId: member.userId, ...change }).catch(async (error: unknown) => {
      await invalidate(['members']);
      throw error;
    });
  /** Rejects where the server refuses. `undo` absent: it cannot be undone from here. */
  const apply = async (change: Change, message: string, undo: Change | null) => {
    await send(change);
    if (member.isYou) await refreshSession();
    const takeBack = () =>
      undo &&
      send(undo).then(() => showToast(m.users_undone({ name: member.name }), { type: 'success' }), toastProblem);
    showToast(message, {
      type: 'success',
      action: undo && !member.isYou ? { label: m.users_undo(), run: () => void takeBack() } : null,
    });
  };
  return { apply, isPending: write.isPending };
}
