import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Drawer } from '../ui/Dialog.tsx';
import { useLastShown } from '../ui/last-shown.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { type LoadedWorklog, worklogDetailQuery } from './worklog-queries.ts';

type Props = {
  /** Empty when the drawer is closed. */
  worklogId: string;
  className: string | undefined;
  onClose: () => void;
  /** Called with the last id after the focus has returned. */
  onClosed: (worklogId: string) => void;
  children: (detail: LoadedWorklog) => ReactNode;
};

/** One worklog beside the list, with its whole history. While it closes, it still shows the last one. */
export function DetailDrawer({ worklogId, className, onClose, onClosed, children }: Props) {
  const { id: companyId } = useCompany();
  const shownId = useLastShown(worklogId);
  const detail = useQuery({ ...worklogDetailQuery(companyId, shownId), enabled: shownId !== '' });
  return (
    <Drawer
      isOpen={worklogId !== ''}
      title={m.approvals_details()}
      onClose={onClose}
      onClosed={() => onClosed(shownId)}
    >
      <div className={className}>
        {detail.data && <Fragment key={shownId}>{children(detail.data)}</Fragment>}
        {!detail.data && detail.isError && <ErrorState error={detail.error} onRetry={() => detail.refetch()} />}
        {!detail.data && !detail.isError && <SkeletonRows rows={4} height={96} />}
      </div>
    </Drawer>
  );
}
