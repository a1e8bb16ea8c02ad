import { useQuery } from '@tanstack/react-query';
import type { Worklog } from '#contract/worklogs.ts';
import { decisions } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Drawer } from '../ui/Dialog.tsx';
import { useLastShown } from '../ui/last-shown.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { WorklogDetail } from '../worklog/WorklogDetail.tsx';
import { worklogDetailQuery } from '../worklog/worklog-queries.ts';
import classes from './rows.module.css';

type Props = { worklogId: string; onClose: () => void };

/** One worklog beside the list, read-only; links to the page where the user may change or decide it. */
export function RowDetails({ worklogId, onClose }: Props) {
  const { id: companyId } = useCompany();
  const shownId = useLastShown(worklogId);
  const detail = useQuery({ ...worklogDetailQuery(companyId, shownId), enabled: shownId !== '' });
  return (
    <Drawer
      isOpen={worklogId !== ''}
      title={m.approvals_details()}
      onClose={onClose}
      onClosed={() => focusReportRow(shownId)}
    >
      <div className={classes.drawerBody}>
        {detail.data ? (
          <>
            <WorklogDetail key={shownId} {...detail.data} isFocused />
            <EditOrDecideLink worklog={detail.data.worklog} />
          </>
        ) : detail.isError ? (
          <ErrorState error={detail.error} onRetry={() => detail.refetch()} />
        ) : (
          <SkeletonRows rows={4} height={96} />
        )}
      </div>
    </Drawer>
  );
}

function EditOrDecideLink({ worklog: { id, day, status, actions } }: { worklog: Worklog }) {
  if (actions.amend === true) {
    return (
      <LinkButton variant="default" href={`${pathTo('/worklogs')}?worklog=${id}`}>
        {m.worklog_edit()}
      </LinkButton>
    );
  }
  const isDecidable = decisions.some((decision) => actions[decision] === true);
  return (
    isDecidable && (
      <LinkButton
        variant="default"
        href={`${pathTo('/approvals')}?from=${day}&to=${day}&status=${status}&worklog=${id}`}
      >
        {m.reports_open_in_approvals()}
      </LinkButton>
    )
  );
}

const focusReportRow = (id: string): void =>
  document.querySelector<HTMLElement>(`#content [data-row="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
