import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import type { Member } from '#contract/members.ts';
import { roles } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../auth.ts';
import { choiceParameter, choicesParameter, textParameter } from '../filters.ts';
import { apiQuery, queryClient } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { preloadLink } from '../routing/navigation.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { DeferredMount, lazyPart } from '../ui/lazy.tsx';
import { formatSort, pageInput, pagingParameters, sortParameter, useListFilters } from '../ui/list-filters.ts';
import { PagedTable } from '../ui/PagedTable.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useRowSelection } from '../ui/row-selection.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useIsNarrowTable } from '../ui/width.ts';
import { memberColumns } from './member-columns.tsx';
import { RoleFilter } from './RoleFilter.tsx';
import { SeatsInUse } from './SeatsInUse.tsx';

const PeopleSelection = lazyPart(() => import('./PeopleSelection.tsx').then((file) => file.PeopleSelection));
const RolesDialog = lazyPart(() => import('./RolesDialog.tsx').then((file) => file.RolesDialog));

const parameters = {
  ...pagingParameters,
  search: textParameter,
  show: choiceParameter(['all', 'active', 'deactivated'], 'all'),
  roles: choicesParameter(roles),
  sort: sortParameter(['name', 'email', 'role', 'joinedAt'], { column: 'name', direction: 'ascending' }),
};

const defaultFilters = { search: '', show: 'all' as const, roles: [] };

/** The members of the company, and the seats in use. */
export function MembersPage() {
  const { id: companyId, timeZone } = useCompany();
  const navigate = useNavigate();
  const { filters, change, show, reset, searchKey } = useListFilters(parameters, defaultFilters);
  const { search, sort, page, size } = filters;
  const list = useQuery({
    ...apiQuery('members', 'GET /companies/{companyId}/members', {
      companyId,
      search,
      ...(filters.show === 'all' ? {} : { state: filters.show }),
      ...(filters.roles.length > 0 ? { roles: filters.roles } : {}),
      ...pageInput(filters),
    }),
    placeholderData: keepPreviousData,
  });
  const isNarrowTable = useIsNarrowTable();
  const rows = useRowSelection(list.data?.members ?? [], {
    keyOf: ({ userId }) => userId,
    labelOf: ({ name }) => isolated(name),
    isSelectable: ({ email }) => email !== null,
  });
  const [changing, setChanging] = useState<readonly Member[] | null>(null);
  return (
    <>
      <PageHeader
        title={m.route_users()}
        text={<SeatsInUse />}
        action={{ label: m.users_invite(), icon: UserPlus, to: pathTo('/users/invites/create') }}
      >
        <LinkButton href={pathTo('/users/invites')} variant="default">
          {m.route_invites()}
        </LinkButton>
        <LinkButton href={pathTo('/users/import')} variant="default">
          {m.users_import()}
        </LinkButton>
      </PageHeader>
      <FilterBar onReset={reset}>
        <SearchField
          key={searchKey}
          label={m.users_search()}
          value={search}
          onChange={(typed) => change({ search: typed }, { replace: true })}
        />
        <Segmented
          label={m.users_which()}
          value={filters.show}
          onChange={(next) => change({ show: next })}
          options={[
            { value: 'all', label: m.users_all() },
            { value: 'active', label: m.users_active() },
            { value: 'deactivated', label: m.users_deactivated() },
          ]}
        />
        <RoleFilter value={filters.roles} onChange={(chosen) => change({ roles: parameters.roles.read(chosen) })} />
      </FilterBar>
      <PagedTable
        caption={m.route_users()}
        columns={memberColumns(timeZone, isNarrowTable, filters.show)}
        list={list}
        rowsOf={(response) => response.members}
        keyOf={({ userId }) => userId}
        onOpen={({ userId }) => navigate({ to: pathTo('/users/{uid}', { uid: userId }) })}
        onPoint={({ userId }) => prefetchMember(companyId, userId)}
        selection={rows.selection}
        hasShortCards
        sort={sort}
        onSort={(next) => change({ sort: parameters.sort.read(formatSort(next)) })}
        paging={{ page, size }}
        onPaging={change}
        empty={
          <EmptyState text={m.users_none_found()}>
            <Button variant="default" onClick={() => show(defaultFilters)}>
              {m.users_show_all()}
            </Button>
          </EmptyState>
        }
      />
      <DeferredMount isNeeded={rows.chosen.length > 0}>
        {rows.chosen.length > 0 && (
          <PeopleSelection label={m.users_selection()} rows={rows}>
            <Button onClick={() => setChanging(rows.chosen)}>{m.users_roles_open()}</Button>
          </PeopleSelection>
        )}
      </DeferredMount>
      <DeferredMount isNeeded={changing !== null}>
        {changing && (
          <RolesDialog
            members={changing}
            onClose={(isDone) => {
              setChanging(null);
              if (isDone) rows.clear();
            }}
          />
        )}
      </DeferredMount>
    </>
  );
}

/** The page of a person, and what it shows first. */
function prefetchMember(companyId: string, userId: string): void {
  preloadLink(pathTo('/users/{uid}', { uid: userId }));
  const query = apiQuery('members', 'GET /companies/{companyId}/members/{userId}', { companyId, userId });
  queryClient.prefetchQuery({ ...query, staleTime: freshMs });
}

/** Pointing at a row again requests nothing. */
const freshMs = 5_000;
