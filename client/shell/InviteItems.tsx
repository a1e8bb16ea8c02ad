import MailOpen from 'lucide-react/icons/mail-open';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { refreshSession } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { roleLabel } from '../role-labels.ts';
import { MenuItem, MenuLabel } from '../ui/Menu.tsx';
import { toastProblem } from '../ui/problem-toast.ts';

type Props = { invites: ApiOutput<'GET /invites'>['invites']; onJoined: (companyId: string) => void };

/** Open invites of the signed-in person, in the menu of companies. */
export function InviteItems({ invites, onJoined }: Props) {
  const accept = useApiMutation('POST /invites/{inviteId}/accept', {
    invalidates: ['invites'],
    onDone: async ({ companyId }) => {
      await refreshSession();
      onJoined(companyId);
    },
  });
  return (
    <>
      <MenuLabel>{m.shell_invites()}</MenuLabel>
      {invites.map((invite) => (
        <MenuItem
          key={invite.id}
          icon={<MailOpen size={16} aria-hidden />}
          onSelect={() => {
            // The menu closes, and with it this part: only the promise is certain to be settled.
            accept.mutateAsync({ inviteId: invite.id }).catch(toastProblem);
          }}
        >
          {m.shell_join_company({ company: invite.companyName, role: roleLabel(invite.role) })}
        </MenuItem>
      ))}
    </>
  );
}
