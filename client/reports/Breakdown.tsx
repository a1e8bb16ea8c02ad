import type { ReportRow } from '#contract/reports.ts';
import { m } from '#locales/messages.js';
import { BreakdownTable } from './BreakdownTable.tsx';
import { comparedRows } from './compared.ts';
import type { ReportData } from './Overview.tsx';
import classes from './reports.module.css';
import type { Report } from './use-report.ts';

const labels = {
  project: { caption: m.reports_by_project, nameHeader: m.reports_project },
  task: { caption: m.reports_by_task, nameHeader: m.reports_task },
  worker: { caption: m.reports_by_worker, nameHeader: m.reports_worker },
};

type Props = {
  report: Report;
  by: keyof typeof labels;
  sums: ReportData;
  /** The current rows. */
  rows: readonly ReportRow[];
  /** The previous period, when comparing. */
  earlier: readonly ReportRow[] | undefined;
  isRefreshing: boolean;
};

/** A breakdown of a report with its heading. */
export function Breakdown({ report, by, sums, rows, earlier, isRefreshing }: Props) {
  const caption = labels[by].caption();
  return (
    <section className={classes.section}>
      <h2>{caption}</h2>
      <BreakdownTable
        {...{ report, caption, isRefreshing }}
        nameHeader={labels[by].nameHeader()}
        rows={comparedRows(rows, earlier)}
        totals={sums.totals}
        was={sums.before?.totals}
        of={by === 'worker' ? by : undefined}
      />
    </section>
  );
}
