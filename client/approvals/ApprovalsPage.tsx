import { useQuery } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import { Suspense } from 'react';
import { presetRange } from '#domain/period-presets.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { todayIn } from '../clock.ts';
import { useFilters } from '../filters.ts';
import { queryClient } from '../queries.ts';
import { DaysNote } from '../ui/DaysNote.tsx';
import { formatDayRange } from '../ui/format.ts';
import { lazyPart } from '../ui/lazy.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SkeletonRows } from '../ui/states.tsx';
import { TotalsLine } from '../worklog/TotalsLine.tsx';
import { ForOthersButton } from '../worklogs/for-others/ForOthersButton.tsx';
import { ApprovalFilters } from './ApprovalFilters.tsx';
import { ApprovalList } from './ApprovalList.tsx';
import { type ApprovalFilterFields, approvalApiFilter, approvalParameters, pendingOnly } from './filter.ts';
import { ListToolbar } from './ListToolbar.tsx';
import { approvalListInput, approvalListQuery } from './queries.ts';

const StandInNotice = lazyPart(() => import('./StandInNotice.tsx').then((file) => file.StandInNotice));
const ReviewPanel = lazyPart(() => import('./ReviewPanel.tsx').then((file) => file.ReviewPanel));

/** Worklogs to approve or reject: a filtered list, and the review of its pending worklogs one by one. */
export function ApprovalsPage() {
  const { id: companyId, timeZone, weekStartsOn } = useCompany();
  const [filters, change] = useFilters(approvalParameters);
  const month = presetRange('this-month', todayIn(timeZone), weekStartsOn);
  const apiFilter = approvalApiFilter(filters, month);
  const { from, to } = apiFilter;
  if (filters.review === '1') {
    return (
      <>
        <PageHeader title={m.review_title()} text={formatDayRange(from, to)} />
        <Suspense fallback={<SkeletonRows rows={4} height={96} />}>
          <ReviewPanel
            key={JSON.stringify(apiFilter)}
            filter={pendingOnly(apiFilter)}
            onClose={() => change({ review: '', page: filters.page })}
          />
        </Suspense>
      </>
    );
  }
  const hasDays = filters.from !== null || filters.to !== null;
  const { project, workers, clients, tags, status } = filters;
  const isDefault =
    !hasDays && project === '' && workers.length + clients.length + tags.length === 0 && status === 'pending';
  const usual: Partial<ApprovalFilterFields> = { project: '', workers: [], clients: [], tags: [], status: 'pending' };
  const reset = { from: null, to: null, ...usual };
  const onReset = isDefault ? undefined : () => change(reset);
  return (
    <>
      <PageHeader
        title={m.route_approvals()}
        beside={
          <ForOthersButton
            isBesideAction
            opening={{
              isOpen: filters.enter === 'yes',
              setOpen: (isOpen) => change({ enter: isOpen ? 'yes' : 'no', page: filters.page }),
            }}
          />
        }
        figures={<ApprovalSummary input={approvalListInput(companyId, apiFilter, filters)} />}
        action={{
          label: m.approvals_begin_review(),
          icon: ListChecks,
          onClick: () => change({ review: '1', worklog: '', page: filters.page }),
        }}
      />
      <Suspense>
        <StandInNotice />
      </Suspense>
      <ApprovalFilters
        fields={filters}
        range={{ from, to }}
        onChange={(patch) => change({ ...patch, worklog: '' })}
        onPoint={(patch) => {
          const next = approvalApiFilter({ ...filters, ...patch }, month);
          queryClient.prefetchQuery(approvalListQuery(approvalListInput(companyId, next, { ...filters, page: 1 })));
        }}
        onReset={onReset}
      >
        <ListToolbar filters={filters} change={change} />
      </ApprovalFilters>
      <ApprovalList apiFilter={apiFilter} filters={filters} change={change} onReset={onReset} />
    </>
  );
}

function ApprovalSummary({ input }: { input: ReturnType<typeof approvalListInput> }) {
  const { data: list, isError } = useQuery(approvalListQuery(input));
  if (isError && !list) return null;
  return (
    <TotalsLine
      totals={list?.totals}
      note={<DaysNote />}
      labels={{
        items: m.approvals_log_items(),
        hours: m.approvals_total_hours(),
        hoursHint: m.approvals_total_hours_hint(),
        expenses: m.approvals_total_expenses(),
      }}
    />
  );
}
