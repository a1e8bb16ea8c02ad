import Printer from 'lucide-react/icons/printer';
import Wallet from 'lucide-react/icons/wallet';
import { type ReactNode, Suspense } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SkeletonRows } from '../ui/states.tsx';
import { LazyPayrollView, LazyPrintView, LazyReportWorklogs } from './lazy-views.ts';
import { ReportFilters } from './ReportFilters.tsx';
import { ExportButton } from './report-files/ExportButton.tsx';
import { Pinned } from './saved-reports/Pinned.tsx';
import { SavedButton } from './saved-reports/SavedButton.tsx';
import type { Report } from './use-report.ts';

type Props = {
  report: Report;
  title: string;
  /** The title of the report. */
  text?: ReactNode;
  /** Error of the query with the filters. */
  error: Error | null;
  /** The default view of the report. */
  children: ReactNode;
};

/** The frame of all reports: filters, export, and the other views of the same filter. */
export function ReportFrame({ report, title, text, error, children }: Props) {
  const { choices, change } = report;
  return (
    <>
      <div className={choices.view === 'print' || choices.view === 'payroll' ? 'no-print' : undefined}>
        <PageHeader title={title} text={text}>
          {choices.view !== 'print' && (
            <>
              {choices.view === 'breakdown' && report.subject.projectId === undefined && (
                <Button
                  variant="default"
                  leftSection={<Wallet size={16} aria-hidden />}
                  onClick={() => change({ view: 'payroll' })}
                >
                  {m.reports_payroll()}
                </Button>
              )}
              <SavedButton report={report} />
              <ExportButton report={report} />
              <Button
                variant="default"
                leftSection={<Printer size={16} aria-hidden />}
                onClick={() => (choices.view === 'breakdown' ? change({ view: 'print' }) : window.print())}
              >
                {m.reports_print()}
              </Button>
            </>
          )}
        </PageHeader>
      </div>
      {report.subject.projectId === undefined && choices.view === 'breakdown' && <Pinned />}
      <ReportFilters report={report} error={error} />
      <Suspense fallback={<SkeletonRows />}>
        <View report={report}>{children}</View>
      </Suspense>
    </>
  );
}

function View({ report, children }: Pick<Props, 'report' | 'children'>) {
  switch (report.choices.view) {
    case 'worklogs':
      return <LazyReportWorklogs report={report} />;
    case 'payroll':
      return <LazyPayrollView report={report} />;
    case 'print':
      return <LazyPrintView report={report} />;
    default:
      return children;
  }
}
