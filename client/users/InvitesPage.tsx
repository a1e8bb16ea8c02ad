import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import MailPlus from 'lucide-react/icons/mail-plus';
import { useState } from 'react';
import type { Invite } from '#contract/invites.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { choiceParameter, textParameter, useFilters } from '../filters.ts';
import { read } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { roleLabel } from '../ui/labels.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Pager } from '../ui/Pager.tsx';
import { isFound, pageOf, pagingParameters } from '../ui/rows.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { InviteActions } from './InviteActions.tsx';
import { inviteColumns } from './invite-columns.tsx';
import { SeatsInUse } from './SeatsInUse.tsx';

const parameters = {
  ...pagingParameters,
  search: textParameter,
  show: choiceParameter(['open', 'all'], 'open'),
};

/** Who was asked to join. Company admins act on it; managers look. */
export function InvitesPage() {
  const { id: companyId, role, timeZone } = useCompany();
  const [filters, change] = useFilters(parameters);
  const [resets, setResets] = useState(0);
  const { search, show } = filters;
  const query = useQuery(read('invites', 'GET /companies/{companyId}/invites', { companyId }));
  const isAdmin = role === 'company admin';
  const found = (query.data?.invites ?? []).filter(
    (invite) =>
      (show === 'all' || invite.state === 'pending' || invite.state === 'expired') &&
      isFound(search, invite.email, roleLabel(invite.role)),
  );
  const { page, rows } = pageOf(found, filters.page, Number(filters.size));
  const showAll = () => {
    setResets(resets + 1);
    return change({ search: '', show: 'all' });
  };
  return (
    <>
      <PageHeader
        title={m.route_invites()}
        text={isAdmin ? <SeatsInUse /> : m.invites_read_only()}
        action={isAdmin ? { label: m.users_invite(), icon: MailPlus, to: pathTo('/users/invites/create') } : null}
      />
      <FilterBar>
        <SearchField
          key={resets}
          label={m.invites_search()}
          value={search}
          onChange={(typed) => change({ search: typed }, { replace: true })}
        />
        <SegmentedControl
          aria-label={m.invites_which()}
          value={show}
          onChange={(value) => change({ show: parameters.show.read(value) })}
          data={[
            { value: 'open', label: m.invites_open() },
            { value: 'all', label: m.invites_all() },
          ]}
        />
      </FilterBar>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : (
        <DataTable
          caption={m.route_invites()}
          columns={inviteColumns(isAdmin, timeZone)}
          rows={rows}
          keyOf={({ id }) => id}
          {...(isAdmin ? { actions: (invite: Invite) => <InviteActions invite={invite} /> } : {})}
          isLoading={query.isPending}
          empty={<NoInvites isSearching={search !== ''} isAll={show === 'all'} isAdmin={isAdmin} onShowAll={showAll} />}
        />
      )}
      {found.length > 10 && (
        <Pager
          page={page}
          pageSize={Number(filters.size)}
          total={found.length}
          onPage={(next) => change({ page: next })}
          onPageSize={(size) => change({ size: String(size) })}
        />
      )}
    </>
  );
}

type NoInvitesProps = { isSearching: boolean; isAll: boolean; isAdmin: boolean; onShowAll: () => void };

const NoInvites = ({ isSearching, isAll, isAdmin, onShowAll }: NoInvitesProps) => (
  <EmptyState text={isSearching ? m.invites_none_found() : m.invites_none_open()}>
    {(isSearching || !isAll) && (
      <Button variant="default" onClick={onShowAll}>
        {m.invites_show_all()}
      </Button>
    )}
    {isAdmin && !isSearching && (
      <Button component={Link} to={pathTo('/users/invites/create')} variant="default">
        {m.users_invite()}
      </Button>
    )}
  </EmptyState>
);
