import Table from 'lucide-react/icons/table-2';
import { m } from '#locales/messages.js';
import { useCan } from '../../auth.ts';
import { pathTo } from '../../routes.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useLoggableTasks } from '../loader.ts';
import { SheetTools, type SheetToolsProps } from './SheetTools.tsx';
import classes from './timesheet.module.css';

/** Instead of a table without rows: how to get some, or that there are no tasks to choose from. */
export function EmptySheet(props: SheetToolsProps) {
  const { data: tasks } = useLoggableTasks('');
  const canCreate = useCan('projects.create');
  const hasNone = tasks !== undefined && !tasks.hasMore && tasks.found.every(({ kind }) => kind !== 'timed');
  if (hasNone)
    return (
      <EmptyState icon={Table} text={canCreate ? m.timesheet_no_projects() : m.worklog_no_tasks()}>
        {canCreate && (
          <LinkButton href={pathTo('/projects/create')} variant="default">
            {m.projects_new()}
          </LinkButton>
        )}
      </EmptyState>
    );
  return (
    <EmptyState icon={Table} title={m.timesheet_none_title()} text={m.timesheet_none_text()}>
      <div className={classes.emptyTools}>
        <SheetTools {...props} />
      </div>
    </EmptyState>
  );
}
