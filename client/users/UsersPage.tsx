import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
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
import { isFound, pageOf, pagingParameters, sortedBy, sortOf, writtenSort } from '../ui/rows.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { memberColumns, sortValue } from './member-columns.tsx';
import { SeatsInUse } from './SeatsInUse.tsx';

const parameters = {
  ...pagingParameters,
  search: textParameter,
  show: choiceParameter(['all', 'active', 'deactivated'], 'all'),
  sort: choiceParameter(['name', '-name', 'email', '-email', 'role', '-role', 'joinedAt', '-joinedAt'], 'name'),
};

/** Everyone in the company, and how many seats they take. */
export function UsersPage() {
  const { id: companyId, timeZone } = useCompany();
  const navigate = useNavigate();
  const [filters, change] = useFilters(parameters);
  const [resets, setResets] = useState(0);
  const { search, show } = filters;
  const query = useQuery(read('members', 'GET /companies/{companyId}/members', { companyId }));
  const sort = sortOf(filters.sort);
  const found = (query.data?.members ?? []).filter(
    ({ name, email, role, deactivatedAt }) =>
      (show === 'all' || (show === 'active') === (deactivatedAt === null)) &&
      isFound(search, name, email ?? '', roleLabel(role)),
  );
  const sorted = sortedBy(found, sort, (member) => sortValue(member, sort.column));
  const { page, rows } = pageOf(sorted, filters.page, Number(filters.size));
  const reset = () => {
    setResets(resets + 1);
    return change({ search: '', show: 'all' });
  };
  return (
    <>
      <PageHeader
        title={m.route_users()}
        text={<SeatsInUse />}
        action={{ label: m.users_invite(), icon: UserPlus, to: pathTo('/users/invites/create') }}
      >
        <Button component={Link} to={pathTo('/users/invites')} variant="default">
          {m.route_invites()}
        </Button>
        <Button component={Link} to={pathTo('/users/import')} variant="default">
          {m.users_import()}
        </Button>
      </PageHeader>
      <FilterBar onReset={search !== '' || show !== 'all' ? reset : undefined}>
        <SearchField
          key={resets}
          label={m.users_search()}
          value={search}
          onChange={(typed) => change({ search: typed }, { replace: true })}
        />
        <SegmentedControl
          aria-label={m.users_which()}
          value={show}
          onChange={(value) => change({ show: parameters.show.read(value) })}
          data={[
            { value: 'all', label: m.users_all() },
            { value: 'active', label: m.users_active() },
            { value: 'deactivated', label: m.users_deactivated() },
          ]}
        />
      </FilterBar>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : (
        <DataTable
          caption={m.route_users()}
          columns={memberColumns(timeZone)}
          rows={rows}
          keyOf={({ userId }) => userId}
          onOpen={({ userId }) => navigate({ to: pathTo('/users/{uid}', { uid: userId }) })}
          sort={sort}
          onSort={(next) => change({ sort: parameters.sort.read(writtenSort(next)) })}
          isLoading={query.isPending}
          empty={
            <EmptyState text={m.users_none_found()}>
              <Button variant="default" onClick={reset}>
                {m.users_show_all()}
              </Button>
            </EmptyState>
          }
        />
      )}
      {sorted.length > 10 && (
        <Pager
          page={page}
          pageSize={Number(filters.size)}
          total={sorted.length}
          onPage={(next) => change({ page: next })}
          onPageSize={(size) => change({ size: String(size) })}
        />
      )}
    </>
  );
}
