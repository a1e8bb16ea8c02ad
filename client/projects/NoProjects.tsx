import FolderOpen from 'lucide-react/icons/folder-open';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/states.tsx';

type ListFilterState = {
  archived: 'yes' | 'no';
  managedBy: 'anyone' | 'me';
  search: string;
  clients: readonly string[];
};

type Props = ListFilterState & { canCreate: boolean; onReset: () => void };

/** Explains the empty list and offers the next step. */
export function NoProjects({ canCreate, onReset, ...filters }: Props) {
  const reason = emptyReason(filters);
  if (reason !== null)
    return (
      <EmptyState icon={FolderOpen} text={reason}>
        <Button variant="default" onClick={onReset}>
          {m.projects_show_active()}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState icon={FolderOpen} text={canCreate ? m.projects_none_yet() : m.projects_none_managed()}>
      {canCreate && (
        <LinkButton href={pathTo('/projects/create')} variant="default">
          {m.projects_new()}
        </LinkButton>
      )}
    </EmptyState>
  );
}

/** The message if a filter may be the reason. */
function emptyReason({ archived, managedBy, search, clients }: ListFilterState): string | null {
  if (search !== '') return m.projects_none_found({ search });
  if (clients.length > 0) return m.clients_no_projects();
  if (archived === 'yes') return m.projects_none_archived();
  return managedBy === 'me' ? m.projects_none_managed() : null;
}
