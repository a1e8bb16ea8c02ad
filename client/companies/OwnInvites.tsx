import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { chooseCompany, refreshSession } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { roleLabel } from '../role-labels.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import entries from '../ui/entries.module.css';
import { formatInstant } from '../ui/format.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import classes from './companies.module.css';

type Invites = ApiOutput<'GET /invites'>['invites'];

/** Pending invites to the address of the person. */
export function OwnInvites({ invites }: { invites: Invites }) {
  return (
    <Card title={m.company_invites_title()}>
      <ul className={entries.entries}>
        {invites.map((invite) => (
          <li key={invite.id} className={entries.entry}>
            <div>
              <div className={entries.name}>{invite.companyName}</div>
              <div className="small dimmed">
                {m.company_invite_role({ role: roleLabel(invite.role), until: formatInstant(invite.expiresAt) })}
              </div>
            </div>
            <InviteButtons inviteId={invite.id} companyName={invite.companyName} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function InviteButtons({ inviteId, companyName }: { inviteId: string; companyName: string }) {
  const accept = useApiMutation('POST /invites/{inviteId}/accept', {
    invalidates: ['invites'],
    onDone: async ({ companyId }) => {
      await refreshSession();
      chooseCompany(companyId);
    },
  });
  const decline = useApiMutation('POST /invites/{inviteId}/decline', { invalidates: ['invites'] });
  return (
    <div className={classes.inviteButtons}>
      <Button
        variant="subtle"
        color="gray"
        loading={decline.isPending}
        aria-label={m.company_decline_invite({ company: companyName })}
        onClick={() => decline.mutate({ inviteId }, { onError: toastProblem })}
      >
        {m.company_decline()}
      </Button>
      <Button
        variant="light"
        loading={accept.isPending}
        aria-label={m.company_accept_invite({ company: companyName })}
        onClick={() => accept.mutate({ inviteId }, { onError: toastProblem })}
      >
        {m.company_accept()}
      </Button>
    </div>
  );
}
