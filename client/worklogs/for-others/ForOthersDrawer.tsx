import { useState } from 'react';
import { m } from '#locales/messages.js';
import { Drawer } from '../../ui/Dialog.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { usePolicies } from '../loader.ts';
import classes from '../worklogs.module.css';
import { ForOthersForm } from './ForOthersForm.tsx';

type Props = {
  isOpen: boolean;
  /** Only tasks of this project; null: of every project in which the person may. */
  projectId: string | null;
  onClose: () => void;
};

/** Enters the same worklog for one or several others. Input is kept when it is closed. */
export function ForOthersDrawer({ isOpen, projectId, onClose }: Props) {
  // Keeps the content while the drawer fades out.
  const [isShown, setShown] = useState(isOpen);
  if (isOpen && !isShown) setShown(true);
  return (
    <Drawer
      isOpen={isOpen}
      title={m.for_others_title()}
      className={classes.drawer}
      onClose={onClose}
      onClosed={() => setShown(false)}
    >
      <div className={classes.drawerBody}>{isShown && <Contents projectId={projectId} onClose={onClose} />}</div>
    </Drawer>
  );
}

function Contents({ projectId, onClose }: Omit<Props, 'isOpen'>) {
  const policies = usePolicies();
  if (policies.data) return <ForOthersForm policies={policies.data} projectId={projectId} onClose={onClose} />;
  if (policies.isError) return <ErrorState error={policies.error} onRetry={() => policies.refetch()} />;
  return <SkeletonRows rows={5} height={60} />;
}
