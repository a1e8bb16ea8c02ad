import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import FolderOpen from 'lucide-react/icons/folder-open';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { EmptyState } from '../ui/states.tsx';

type Props = {
  archived: 'yes' | 'no';
  managedBy: 'anyone' | 'me';
  search: string;
  isAdmin: boolean;
  onReset: () => void;
};

/** Why there is nothing, and the next step. */
export function NoProjects({ archived, managedBy, search, isAdmin, onReset }: Props) {
  const showAll = (
    <Button variant="default" onClick={onReset}>
      {m.projects_show_active()}
    </Button>
  );
  if (search !== '') {
    return (
      <EmptyState icon={FolderOpen} text={m.projects_none_found({ search })}>
        {showAll}
      </EmptyState>
    );
  }
  if (archived === 'yes') {
    return (
      <EmptyState icon={FolderOpen} text={m.projects_none_archived()}>
        {showAll}
      </EmptyState>
    );
  }
  if (managedBy === 'me') {
    return (
      <EmptyState icon={FolderOpen} text={m.projects_none_managed()}>
        {showAll}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={FolderOpen} text={isAdmin ? m.projects_none_yet() : m.projects_none_managed()}>
      {isAdmin && (
        <Button component={Link} to={pathTo('/projects/create')} variant="default">
          {m.projects_new()}
        </Button>
      )}
    </EmptyState>
  );
}
