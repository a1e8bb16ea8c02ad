import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member } from '#contract/members.ts';
import { isRole, type Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { type ApiOutput, api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { affectedBy, useApiMutation } from '../queries.ts';
import { roleLabel, roleOptions } from '../role-labels.ts';
import { showToast } from '../toast.ts';
import { Select } from '../ui/Select.tsx';
import { BulkDialog, type BulkRow } from './BulkDialog.tsx';

type Results = ApiOutput<'POST /companies/{companyId}/role-changes'>['results'];

type Props = { members: readonly Member[]; onClose: (isDone: boolean) => void };

/** Gives the selected members one role, after showing whose role changes from what. */
export function RolesDialog({ members, onClose }: Props) {
  const { id: companyId } = useCompany();
  // As they were selected: somebody else may change them meanwhile.
  const [seen] = useState(members);
  const [role, setRole] = useState<Role>('worker');
  const input = { companyId, role, members: seen.map((one) => ({ userId: one.userId, seenRole: one.role })) };
  const check = useQuery({
    queryKey: ['members', 'role-check', input],
    queryFn: () => api('POST /companies/{companyId}/role-changes/check', input),
    staleTime: 'static',
    gcTime: 0,
  });
  const write = useApiMutation('POST /companies/{companyId}/role-changes', { invalidates: affectedBy.members });
  const toRows = (results: Results): BulkRow[] =>
    results.map(({ userId, message }) => {
      const member = seen.find((one) => one.userId === userId);
      const detail = member && m.users_role_from_to({ from: roleLabel(member.role), to: roleLabel(role) });
      return { key: userId, label: member && isolated(member.name), detail, refusal: message };
    });
  return (
    <BulkDialog
      title={m.users_roles_title({ count: seen.length })}
      rows={check.data && toRows(check.data.results)}
      isChecking={check.isPending}
      checkError={check.error}
      onRetry={check.refetch}
      note={m.users_role_text()}
      confirmLabel={(count) => (count === 0 ? m.users_roles_open() : m.users_roles_change({ count }))}
      onConfirm={async () => {
        const { results } = await write.mutateAsync(input);
        const count = results.filter(({ code }) => code === null).length;
        if (count > 0) showToast(m.users_roles_changed({ count, role: roleLabel(role) }), { type: 'success' });
        return toRows(results);
      }}
      onClose={onClose}
    >
      <Select
        label={m.users_roles_new()}
        options={roleOptions()}
        value={role}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (isRole(value)) setRole(value);
        }}
      />
    </BulkDialog>
  );
}
