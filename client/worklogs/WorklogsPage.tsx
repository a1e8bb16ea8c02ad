import CalendarRange from 'lucide-react/icons/calendar-range';
import List from 'lucide-react/icons/list';
import Plus from 'lucide-react/icons/plus';
import Table from 'lucide-react/icons/table-2';
import { Suspense, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import type { Day } from '#domain/calendar.ts';
import { addDays, weekStart } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useFilters } from '../filters.ts';
import { DaysNote } from '../ui/DaysNote.tsx';
import { DeferredMount, lazyPart } from '../ui/lazy.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SkeletonRows } from '../ui/states.tsx';
import { useIsPhone } from '../ui/width.ts';
import { TotalsLine } from '../worklog/TotalsLine.tsx';
import { prefetchWorklogForm, useWorklogs } from './loader.ts';
import { QuickEntryButton } from './quick-entry/QuickEntryButton.tsx';
import { useFormNavigation, useFormTarget, type WorklogView, worklogParameters } from './search.ts';
import { UnsentPart } from './unsent/UnsentPart.tsx';
import { WorklogFilters } from './WorklogFilters.tsx';
import { WorklogList } from './WorklogList.tsx';

const WorklogDrawer = lazyPart(() => import('./WorklogDrawer.tsx').then((file) => file.WorklogDrawer));
const CopyDayDialog = lazyPart(() => import('./copies/CopyDayDialog.tsx').then((file) => file.CopyDayDialog));
const WithdrawDialog = lazyPart(() => import('./WithdrawDialog.tsx').then((file) => file.WithdrawDialog));
const WeekView = lazyPart(() => import('./week/WeekView.tsx').then((file) => file.WeekView));
const TimesheetView = lazyPart(() => import('./timesheet/TimesheetView.tsx').then((file) => file.TimesheetView));

export function WorklogsPage() {
  const company = useCompany();
  const target = useFormTarget();
  const { open, close } = useFormNavigation();
  const [{ view }] = useFilters(worklogParameters);
  // On a phone the other views show their own total, which saves space.
  const isPhone = useIsPhone();
  const [withdrawn, setWithdrawn] = useState<Worklog | null>(null);
  const [copied, setCopied] = useState<Day | null>(null);
  return (
    <>
      <PageHeader
        title={m.route_worklogs()}
        action={{
          label: m.worklogs_new(),
          icon: Plus,
          shortcut: 'N',
          onClick: () => open({ form: 'new' }),
          onPrefetch: () => prefetchWorklogForm(company),
        }}
        beside={<QuickEntryButton />}
        figures={!(isPhone && view !== 'list') && <WorklogSummary />}
      >
        <ViewSwitch />
      </PageHeader>
      {view !== 'timesheet' && <WorklogFilters />}
      <UnsentPart onOpen={open} onCopyDay={setCopied} />
      {view === 'list' ? (
        <WorklogList onOpen={open} onWithdraw={setWithdrawn} onCopyDay={setCopied} />
      ) : (
        <Suspense fallback={<SkeletonRows rows={10} height={56} />}>
          {view === 'week' ? <WeekView onOpen={open} /> : <TimesheetView onOpen={open} />}
        </Suspense>
      )}
      <DeferredMount isNeeded={target !== null}>
        <WorklogDrawer target={target} onClose={close} onWithdraw={setWithdrawn} />
      </DeferredMount>
      <DeferredMount isNeeded={copied !== null}>
        <CopyDayDialog day={copied} onClose={() => setCopied(null)} />
      </DeferredMount>
      <DeferredMount isNeeded={withdrawn !== null}>
        <WithdrawDialog
          worklog={withdrawn}
          onClose={() => setWithdrawn(null)}
          onDone={() => {
            setWithdrawn(null);
            if (target) close();
          }}
        />
      </DeferredMount>
    </>
  );
}

/** Switches between list, week and timesheet. The chosen days are kept. */
function ViewSwitch() {
  const { weekStartsOn } = useCompany();
  const [{ view, from }, change] = useFilters(worklogParameters);
  const show = (next: WorklogView) => {
    if (next !== 'list' || !from) return change({ view: next, to: null });
    const first = weekStart(from, weekStartsOn);
    return change({ view: next, from: first, to: addDays(first, 6) });
  };
  return (
    <Segmented
      label={m.week_views()}
      options={[
        { value: 'list', label: m.week_view_list(), icon: List },
        { value: 'week', label: m.week_view_week(), icon: CalendarRange },
        { value: 'timesheet', label: m.timesheet_view(), icon: Table },
      ]}
      value={view}
      onChange={show}
    />
  );
}

function WorklogSummary() {
  const [{ view }] = useFilters(worklogParameters);
  const { data: list, isError } = useWorklogs();
  if (isError && !list) return null;
  return (
    <TotalsLine
      totals={list?.totals}
      // The week view shows this note above its hours.
      note={view === 'list' && <DaysNote />}
      labels={{
        items: m.worklogs_log_items(),
        hours: m.worklogs_total_hours(),
        hoursHint: m.worklogs_total_hours_hint(),
        expenses: m.worklogs_total_expenses(),
      }}
    />
  );
}
