import type { Worklog } from '#contract/worklogs.ts';
import { decisions } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { LinkButton } from '../ui/Button.tsx';
import { DetailDrawer } from '../worklog/DetailDrawer.tsx';
import { WorklogDetail } from '../worklog/WorklogDetail.tsx';
import classes from './rows.module.css';

type Props = { worklogId: string; onClose: () => void };

/** One worklog beside the list, read-only; links to the page where the user may change or decide it. */
export const RowDetails = ({ worklogId, onClose }: Props) => (
  <DetailDrawer worklogId={worklogId} className={classes.drawerBody} onClose={onClose} onClosed={focusReportRow}>
    {(detail) => (
      <>
        <WorklogDetail {...detail} isFocused />
        <EditOrDecideLink worklog={detail.worklog} />
      </>
    )}
  </DetailDrawer>
);

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
