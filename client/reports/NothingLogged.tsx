import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import { presetRange } from '#domain/period-presets.ts';
import { shiftRange } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { isNarrowedReport, noFilters } from './filter.ts';
import type { Report } from './use-report.ts';

/** An empty report with two suggestions: without filters, or the previous period. */
export function NothingLogged({ report }: { report: Report }) {
  const { change, range } = report;
  const isNarrowed = isNarrowedReport(report);
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title={m.reports_empty_title()}
      text={isNarrowed ? m.reports_empty_filtered() : m.reports_empty()}
    >
      {isNarrowed && (
        <Button variant="default" onClick={() => change(noFilters())}>
          {m.reports_clear_filters()}
        </Button>
      )}
      <Button variant={isNarrowed ? 'subtle' : 'default'} onClick={() => change(shiftRange(range, -1))}>
        {m.reports_show_before()}
      </Button>
    </EmptyState>
  );
}

/** The server refused the range; the reason is shown beside the range. */
export const RangeRefused = ({ report: { change, today } }: { report: Report }) => (
  <EmptyState icon={ChartNoAxesColumn} text={m.reports_range_refused()}>
    <Button variant="default" onClick={() => change(presetRange('this-month', today, 1))}>
      {m.reports_show_this_month()}
    </Button>
  </EmptyState>
);
