import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { ProjectRow } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { choiceParameter, textParameter, useFilters } from '../filters.ts';
import { read } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Pager } from '../ui/Pager.tsx';
import { isFound, pageOf, pagingParameters, sortedBy, sortOf, writtenSort } from '../ui/rows.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { ErrorState } from '../ui/states.tsx';
import { NoProjects } from './NoProjects.tsx';
import { projectColumns, sortValue } from './project-columns.tsx';

const parameters = {
  ...pagingParameters,
  search: textParameter,
  archived: choiceParameter(['no', 'yes'], 'no'),
  sort: choiceParameter(['name', '-name', 'openTasks', '-openTasks', 'hours', '-hours', 'endsOn', '-endsOn'], 'name'),
};

/** Every project the person may manage, with how far it is. */
export function ProjectsPage() {
  const company = useCompany();
  const navigate = useNavigate();
  const [filters, change] = useFilters(parameters);
  const [resets, setResets] = useState(0);
  const { archived, search } = filters;
  const query = useQuery({
    ...read('projects', 'GET /companies/{companyId}/projects', { companyId: company.id, archived }),
    placeholderData: keepPreviousData,
  });
  const sort = sortOf(filters.sort);
  const found = (query.data?.projects ?? []).filter(({ name, code }) => isFound(search, name, code));
  const sorted = sortedBy(found, sort, (row) => sortValue(row, sort.column));
  const { page, rows } = pageOf(sorted, filters.page, Number(filters.size));
  const isAdmin = company.role === 'company admin';
  const reset = () => {
    setResets(resets + 1);
    return change({ search: '', archived: 'no' });
  };
  const open = ({ id }: ProjectRow) => navigate({ to: pathTo('/projects/{id}', { id }) });
  return (
    <>
      <PageHeader
        title={m.route_projects()}
        action={isAdmin ? { label: m.projects_new(), icon: Plus, to: pathTo('/projects/create') } : null}
      />
      <FilterBar onReset={search !== '' || archived === 'yes' ? reset : undefined}>
        <SearchField
          key={resets}
          label={m.projects_search()}
          value={search}
          onChange={(typed) => change({ search: typed }, { replace: true })}
        />
        <SegmentedControl
          aria-label={m.projects_which()}
          value={archived}
          onChange={(value) => change({ archived: value === 'yes' ? 'yes' : 'no' })}
          data={[
            { value: 'no', label: m.projects_active() },
            { value: 'yes', label: m.projects_archived() },
          ]}
        />
      </FilterBar>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : (
        <DataTable
          caption={m.route_projects()}
          columns={projectColumns(rows)}
          rows={rows}
          keyOf={({ id }) => id}
          onOpen={open}
          sort={sort}
          onSort={(next) => {
            const written = parameters.sort.read(writtenSort(next));
            return change({ sort: written });
          }}
          isLoading={query.isPending}
          isRefreshing={query.isPlaceholderData}
          empty={<NoProjects archived={archived} search={search} isAdmin={isAdmin} onReset={reset} />}
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
