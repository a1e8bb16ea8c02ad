import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import type { ProjectRow } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { choiceParameter, idsOrNoneParameter, textParameter } from '../filters.ts';
import { apiQuery } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { formatSort, pageInput, pagingParameters, sortParameter, useListFilters } from '../ui/list-filters.ts';
import { PagedTable } from '../ui/PagedTable.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import type { RowGrouping } from '../ui/table.ts';
import { useIsNarrow, useIsNarrowTable } from '../ui/width.ts';
import { ClientFilter } from '../worklog/ClientFilter.tsx';
import { ClientsButton } from './ClientsButton.tsx';
import { NoProjects } from './NoProjects.tsx';
import { projectColumns } from './project-columns.tsx';
import classes from './projects.module.css';
import { TagsButton } from './TagsButton.tsx';

const sortedBy = ['name', 'client', 'openTasks', 'hours', 'endsOn'] as const;

const parameters = {
  ...pagingParameters,
  search: textParameter,
  archived: choiceParameter(['no', 'yes'], 'no'),
  managedBy: choiceParameter(['anyone', 'me'], 'anyone'),
  clients: idsOrNoneParameter,
  sort: sortParameter(sortedBy, { column: 'name', direction: 'ascending' }),
};

/** A company that has clients sees the projects of each of them together. */
const parametersWithClients = {
  ...parameters,
  sort: sortParameter(sortedBy, { column: 'client', direction: 'ascending' }),
};

const defaultFilters = {
  search: '',
  archived: 'no' as const,
  managedBy: 'anyone' as const,
  clients: [],
};

/** All projects that the person may manage, with their progress. */
export function ProjectsPage() {
  const { id: companyId, scopes, hasClients } = useCompany();
  const navigate = useNavigate();
  const { filters, change, show, reset, searchKey } = useListFilters(
    hasClients ? parametersWithClients : parameters,
    defaultFilters,
  );
  const { search, archived, managedBy, clients, sort, page, size } = filters;
  const list = useQuery({
    ...apiQuery('projects', 'GET /companies/{companyId}/projects', {
      companyId,
      search,
      archived,
      managedBy,
      ...(clients.length > 0 ? { clientIds: clients } : {}),
      ...pageInput(filters),
    }),
    placeholderData: keepPreviousData,
  });
  const isNarrowTable = useIsNarrowTable();
  const hasCards = useIsNarrow();
  // A card names its client itself: headings would take the room of other cards.
  const isGrouped = hasClients && sort.column === 'client' && !hasCards;
  const canCreate = scopes['projects.create'] !== undefined;
  return (
    <>
      <PageHeader
        title={m.route_projects()}
        action={canCreate ? { label: m.projects_new(), icon: Plus, to: pathTo('/projects/create') } : null}
      >
        <ClientsButton />
        <TagsButton />
      </PageHeader>
      <FilterBar onReset={reset}>
        <SearchField
          key={searchKey}
          label={m.projects_search()}
          value={search}
          onChange={(typed) => change({ search: typed }, { replace: true })}
        />
        <Segmented
          label={m.projects_which()}
          value={archived}
          onChange={(next) => change({ archived: next })}
          options={[
            { value: 'no', label: m.projects_active() },
            { value: 'yes', label: m.projects_archived() },
          ]}
        />
        {hasClients && <ClientFilter value={clients} onChange={(next) => change({ clients: next })} />}
        {scopes['projects.details'] === 'all' && (
          <Checkbox
            className={classes.managed}
            label={m.projects_which_managed()}
            checked={managedBy === 'me'}
            onChange={(event) => change({ managedBy: event.currentTarget.checked ? 'me' : 'anyone' })}
          />
        )}
      </FilterBar>
      <PagedTable
        caption={m.route_projects()}
        columns={projectColumns(list.data?.projects ?? [], { isNarrowTable, hasClients, isGrouped })}
        list={list}
        rowsOf={(response) => response.projects}
        keyOf={({ id }) => id}
        onOpen={({ id }) => navigate({ to: pathTo('/projects/{id}', { id }) })}
        sort={sort}
        onSort={(next) => change({ sort: parameters.sort.read(formatSort(next)) })}
        {...(isGrouped && { grouping: byClient })}
        paging={{ page, size }}
        onPaging={change}
        empty={
          <NoProjects
            search={search}
            archived={archived}
            managedBy={managedBy}
            clients={clients}
            canCreate={canCreate}
            onReset={() => show(defaultFilters)}
          />
        }
      />
    </>
  );
}

const byClient: RowGrouping<ProjectRow> = {
  keyOf: ({ clientId }) => clientId ?? '',
  heading: ([first]) => <span dir="auto">{first?.clientName ?? m.clients_none()}</span>,
};
