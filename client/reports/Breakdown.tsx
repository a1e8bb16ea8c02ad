import { isTimeGroup } from '#domain/report-groups.ts';
import { BreakdownTable } from './BreakdownTable.tsx';
import { budgetColumns } from './budget-column.tsx';
import { billableColumns } from './columns.tsx';
import { comparedRows } from './compared.ts';
import { GroupControl } from './GroupControl.tsx';
import { groupTexts } from './group-texts.ts';
import classes from './reports.module.css';
import type { ReportData } from './sums.ts';
import type { Report } from './use-report.ts';

type Props = {
  report: Report;
  sums: ReportData;
  isRefreshing: boolean;
};

/** The rows of a report, below the control that says what they are. */
export function Breakdown({ report, sums, isRefreshing }: Props) {
  const [group = 'status'] = report.levels;
  // Days, weeks and months are not those of the previous period.
  const before = isTimeGroup(group) ? undefined : sums.before?.rows;
  return (
    <section className={classes.section}>
      <GroupControl report={report} />
      <BreakdownTable
        key={report.levels.join()}
        report={report}
        isRefreshing={isRefreshing}
        lastColumns={[
          ...billableColumns(report.company),
          ...budgetColumns(report.levels, sums.rows, report.company.currency),
        ]}
        caption={groupTexts[group].caption()}
        nameHeader={groupTexts[group].name()}
        rows={comparedRows(sums.rows, before)}
        totals={sums.totals}
        was={sums.before?.totals}
      />
    </section>
  );
}
