import { keepPreviousData, useQuery } from '@tanstack/react-query';
import MailPlus from 'lucide-react/icons/mail-plus';
import { useState } from 'react';
import type { Invite } from '#contract/invites.ts';
import { inviteStates } from '#domain/invites.ts';
import { roles } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { useCan, useCompany } from '../auth.ts';
import { choicesParameter, textParameter } from '../filters.ts';
import { RoleFilter } from '../members/RoleFilter.tsx';
import { InvitesLeft, SeatsInUse } from '../members/SeatsInUse.tsx';
import { apiQuery } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { fixedChoices } from '../ui/choices.ts';
import { FilterBar } from '../ui/FilterBar.tsx';
import { DeferredMount, lazyPart } from '../ui/lazy.tsx';
import { formatSort, pageInput, pagingParameters, sortParameter, useListFilters } from '../ui/list-filters.ts';
import { MultiSelectFilter } from '../ui/MultiSelectFilter.tsx';
import { PagedTable } from '../ui/PagedTable.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useRowSelection } from '../ui/row-selection.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useIsNarrowTable } from '../ui/width.ts';
import { InviteActions } from './InviteActions.tsx';
import { inviteColumns, inviteStateLabel } from './invite-columns.tsx';

const PeopleSelection = lazyPart(() => import('../members/PeopleSelection.tsx').then((file) => file.PeopleSelection));
const ResendDialog = lazyPart(() => import('./ManyInvitesDialogs.tsx').then((file) => file.ResendDialog));
const RevokeDialog = lazyPart(() => import('./ManyInvitesDialogs.tsx').then((file) => file.RevokeDialog));

const parameters = {
  ...pagingParameters,
  search: textParameter,
  states: choicesParameter(inviteStates),
  roles: choicesParameter(roles),
  sort: sortParameter(['sentAt', 'email', 'role', 'state'], { column: 'sentAt', direction: 'descending' }),
};

/** The default filter: invites that can still be accepted or resent. */
const defaultStates = ['pending', 'expired'] as const;

/** The invites of the company. Company admins can change them, managers only see them. */
export function InvitesPage() {
  const { id: companyId, timeZone } = useCompany();
  const { filters, change, show, reset, searchKey } = useListFilters(parameters, { search: '', states: [], roles: [] });
  const { search, states, sort, page, size } = filters;
  const list = useQuery({
    ...apiQuery('invites', 'GET /companies/{companyId}/invites', {
      companyId,
      search,
      states: states.length > 0 ? states : [...defaultStates],
      ...(filters.roles.length > 0 ? { roles: filters.roles } : {}),
      ...pageInput(filters),
    }),
    placeholderData: keepPreviousData,
  });
  const canManage = useCan('invites.manage');
  const isNarrowTable = useIsNarrowTable();
  const rows = useRowSelection(list.data?.invites ?? [], {
    keyOf: ({ id }) => id,
    labelOf: ({ email }) => email,
    isSelectable: ({ state }) => state === 'pending' || state === 'expired',
  });
  return (
    <>
      <PageHeader
        title={m.route_invites()}
        text={canManage ? <SeatsAndInvites /> : m.invites_read_only()}
        action={canManage ? { label: m.users_invite(), icon: MailPlus, to: pathTo('/users/invites/create') } : null}
      >
        {canManage && (
          <LinkButton href={`${pathTo('/users/invites/create')}?to=many`} variant="default">
            {m.invites_many_action()}
          </LinkButton>
        )}
      </PageHeader>
      <FilterBar onReset={reset}>
        <SearchField
          key={searchKey}
          label={m.invites_search()}
          value={search}
          onChange={(typed) => change({ search: typed }, { replace: true })}
        />
        <MultiSelectFilter
          label={m.invites_state_filter()}
          allLabel={m.invites_open_states()}
          choices={fixedChoices(inviteStates.map((state) => ({ value: state, label: inviteStateLabel(state) })))}
          value={states}
          onChange={(chosen) => change({ states: parameters.states.read(chosen) })}
        />
        <RoleFilter value={filters.roles} onChange={(chosen) => change({ roles: parameters.roles.read(chosen) })} />
      </FilterBar>
      <PagedTable
        caption={m.route_invites()}
        columns={inviteColumns(canManage, timeZone, isNarrowTable)}
        list={list}
        rowsOf={(response) => response.invites}
        keyOf={({ id }) => id}
        {...(canManage
          ? { actions: (invite: Invite) => <InviteActions invite={invite} />, selection: rows.selection }
          : {})}
        actionsOnCard="corner"
        hasShortCards
        sort={sort}
        onSort={(next) => change({ sort: parameters.sort.read(formatSort(next)) })}
        paging={{ page, size }}
        onPaging={change}
        empty={
          <NoInvites
            isNarrowed={reset !== undefined}
            canManage={canManage}
            onShowAll={() => show({ search: '', states: [...inviteStates], roles: [] })}
          />
        }
      />
      {canManage && <SelectedInvites rows={rows} />}
    </>
  );
}

/** What can be done with the selected invites. */
function SelectedInvites({ rows }: { rows: ReturnType<typeof useRowSelection<Invite>> }) {
  const [opened, setOpened] = useState<{ action: 'resend' | 'revoke'; invites: readonly Invite[] } | null>(null);
  const pending = rows.chosen.filter(({ state }) => state === 'pending');
  const Opened = opened?.action === 'revoke' ? RevokeDialog : ResendDialog;
  return (
    <>
      <DeferredMount isNeeded={rows.chosen.length > 0}>
        {rows.chosen.length > 0 && (
          <PeopleSelection label={m.invites_selection()} rows={rows}>
            {pending.length > 0 && (
              <Button variant="default" onClick={() => setOpened({ action: 'revoke', invites: pending })}>
                {m.invites_revoke_many({ count: pending.length })}
              </Button>
            )}
            <Button onClick={() => setOpened({ action: 'resend', invites: rows.chosen })}>
              {m.invites_resend_many({ count: rows.chosen.length })}
            </Button>
          </PeopleSelection>
        )}
      </DeferredMount>
      <DeferredMount isNeeded={opened !== null}>
        {opened && (
          <Opened
            invites={opened.invites}
            onClose={(isDone) => {
              setOpened(null);
              if (isDone) rows.clear();
            }}
          />
        )}
      </DeferredMount>
    </>
  );
}

const SeatsAndInvites = () => (
  <>
    <SeatsInUse /> <InvitesLeft />
  </>
);

type Props = { isNarrowed: boolean; canManage: boolean; onShowAll: () => void };

/** Explains the empty list and offers the next step. */
const NoInvites = ({ isNarrowed, canManage, onShowAll }: Props) => (
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
