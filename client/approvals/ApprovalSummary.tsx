import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { DaysNote } from '../ui/DaysNote.tsx';
import { TotalsLine } from '../worklog/TotalsLine.tsx';
import { type approvalListInput, approvalListQuery } from './queries.ts';

export function ApprovalSummary({ input }: { input: ReturnType<typeof approvalListInput> }) {
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
