import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { inKit, Later, lazyPart } from '../ui/lazy.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useFormAddress, useFormTarget } from './search.ts';
import { WorklogFilters } from './WorklogFilters.tsx';
import { WorklogList } from './WorklogList.tsx';
import { WorklogSummary } from './WorklogSummary.tsx';

const WorklogDrawer = lazyPart(inKit(() => import('./WorklogDrawer.tsx').then((file) => file.WorklogDrawer)));
const WithdrawDialog = lazyPart(inKit(() => import('./WithdrawDialog.tsx').then((file) => file.WithdrawDialog)));

export function WorklogsPage() {
  const target = useFormTarget();
  const { open, close } = useFormAddress();
  const [withdrawn, setWithdrawn] = useState<Worklog | null>(null);
  return (
    <>
      <PageHeader
        title={m.route_worklogs()}
        action={{ label: m.worklogs_new(), icon: Plus, onClick: () => open({ form: 'new' }) }}
      />
      <WorklogFilters />
      <WorklogSummary />
      <WorklogList onOpen={open} onWithdraw={setWithdrawn} />
      <Later isNeeded={target !== null}>
        <WorklogDrawer target={target} isCovered={withdrawn !== null} onClose={close} onWithdraw={setWithdrawn} />
      </Later>
      <Later isNeeded={withdrawn !== null}>
        <WithdrawDialog
          worklog={withdrawn}
          onClose={() => setWithdrawn(null)}
          onDone={() => {
            setWithdrawn(null);
            if (target) close();
          }}
        />
      </Later>
    </>
  );
}
