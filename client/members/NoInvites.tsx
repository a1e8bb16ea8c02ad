import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { EmptyState } from '../ui/states.tsx';

type Props = { isNarrowed: boolean; isAdmin: boolean; onShowAll: () => void };

/** Explains the empty list and offers the next step. */
export const NoInvites = ({ isNarrowed, isAdmin, onShowAll }: Props) => (
  <EmptyState text={isNarrowed ? m.invites_none_found() : m.invites_none_open()}>
    <Button variant="default" onClick={onShowAll}>
      {m.invites_show_all()}
    </Button>
    {isAdmin && !isNarrowed && (
      <Button component={Link} to={pathTo('/users/invites/create')} variant="default">
        {m.users_invite()}
      </Button>
    )}
  </EmptyState>
);
