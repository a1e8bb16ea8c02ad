import { useQuery } from '@tanstack/react-query';
import type { Day } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import classes from './approvals.module.css';
import type { approvalApiFilter, StatusChoice } from './filter.ts';
import { oldestPendingQuery } from './queries.ts';

type Props = { apiFilter: ReturnType<typeof approvalApiFilter>; status: StatusChoice; onShow: (from: Day) => void };

/** A note about pending worklogs before the chosen days, so that none is overlooked in a new month. */
export function EarlierPendingNotice({ apiFilter, status, onShow }: Props) {
  const { id: companyId } = useCompany();
  const { data } = useQuery(oldestPendingQuery(companyId));
  const oldest = data?.worklogs[0];
  if (!oldest || oldest.day >= apiFilter.from || (status !== 'pending' && status !== 'all')) return null;
  return (
    <Alert
      tone="warning"
      role="note"
      className={classes.pageNotice ?? ''}
      action={
        <Button variant="default" size="compact-sm" onClick={() => onShow(oldest.day)}>
          {m.approvals_show_them()}
        </Button>
      }
    >
      {m.approvals_waiting_earlier()}
    </Alert>
  );
}
