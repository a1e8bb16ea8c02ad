import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { loadPage } from '../page-loading.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useFormAddress, useFormTarget } from './search.ts';
import { WithdrawDialog } from './WithdrawDialog.tsx';
import { WorklogFilters } from './WorklogFilters.tsx';
import { WorklogList } from './WorklogList.tsx';
import { WorklogSummary } from './WorklogSummary.tsx';

const loadDrawer = () => loadPage(() => import('./WorklogDrawer.tsx').then((file) => file.WorklogDrawer));
const WorklogDrawer = lazy(loadDrawer);

const idleMs = 1_500;
// The form is there before it is asked for, but not before the list.
setTimeout(() => import('./WorklogDrawer.tsx').catch(() => {}), idleMs);

export function WorklogsPage() {
  const target = useFormTarget();
  const { open, close } = useFormAddress();
  const [wasOpened, setOpened] = useState(target !== null);
  const [withdrawn, setWithdrawn] = useState<Worklog | null>(null);
  if (target && !wasOpened) setOpened(true);
  return (
    <>
      <PageHeader
        title={m.route_worklogs()}
        action={{ label: m.worklogs_new(), icon: Plus, onClick: () => open({ form: 'new' }) }}
      />
      <WorklogFilters />
      <WorklogSummary />
      <WorklogList onOpen={open} onWithdraw={setWithdrawn} />
      {wasOpened && (
        <Suspense>
          <WorklogDrawer target={target} isCovered={withdrawn !== null} onClose={close} onWithdraw={setWithdrawn} />
        </Suspense>
      )}
      <WithdrawDialog
        worklog={withdrawn}
        onClose={() => setWithdrawn(null)}
        onDone={() => {
          setWithdrawn(null);
          if (target) close();
        }}
      />
    </>
  );
}
