// Accepting an invite makes its company the active one.

import { useNavigate } from '@tanstack/react-router';
import type { ApiInput } from '../api.ts';
import { acceptSession, chooseCompany } from '../auth.ts';
import { affectedBy, useApiMutation } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { destination } from '../routing/destination.ts';
import { clearOneTimeLink } from './one-time-link.ts';

export function useJoin() {
  const navigate = useNavigate();
  const join = useApiMutation('POST /link-actions/accept-invite', { invalidates: affectedBy.invites });
  const accept = async (input: ApiInput<'POST /link-actions/accept-invite'>) => {
    const { companyId, session } = await join.mutateAsync(input);
    clearOneTimeLink();
    destination.clear();
    acceptSession(session);
    chooseCompany(companyId);
    await navigate({ to: pathTo('/dashboard') });
  };
  return { accept, isPending: join.isPending };
}
