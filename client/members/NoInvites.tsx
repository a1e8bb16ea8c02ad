import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/states.tsx';

type Props = { isNarrowed: boolean; canManage: boolean; onShowAll: () => void };

/** Explains the empty list and offers the next step. */
export const NoInvites = ({ isNarrowed, canManage, onShowAll }: Props) => (
  <EmptyState text={isNarrowed ? m.invites_none_found() : m.invites_none_open()}>
    <Button variant="default" onClick={onShowAll}>
      {m.invites_show_all()}
    </Button>
    {canManage && !isNarrowed && (
      <LinkButton href={pathTo('/users/invites/create')} variant="default">
        {m.users_invite()}
      </LinkButton>
    )}
  </EmptyState>
);
