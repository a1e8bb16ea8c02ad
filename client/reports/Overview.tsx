import type { ReactNode } from 'react';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { NothingLogged, RangeRefused } from './NothingLogged.tsx';
import { ReportFigures } from './ReportFigures.tsx';
import { rangeError } from './range-error.ts';
import { SeriesPanel } from './SeriesPanel.tsx';
import type { ReportSums } from './sums.ts';
import type { Report } from './use-report.ts';

export type ReportQueryState<D> = {
  data: D | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

export type ReportData = { totals: ReportSums; before: { from: string; to: string; totals: ReportSums } | null };

type Props<D extends ReportData> = {
  report: Report;
  answer: ReportQueryState<D>;
  /** Content between the figures and the chart, and the breakdown. */
  budget?: (data: D) => ReactNode;
  children: (data: D, isRefreshing: boolean) => ReactNode;
};

/** Figures, series and breakdown of a report. */
export function Overview<D extends ReportData>({ report, answer, budget, children }: Props<D>) {
  const { data, error, isPlaceholderData, refetch } = answer;
  if (error && rangeError(error)) return <RangeRefused report={report} />;
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const { currency } = report.company;
  return (
    <>
      <ReportFigures
        totals={data?.totals}
        before={data?.before ?? null}
        isCompared={report.choices.compare === 'yes'}
        currency={currency}
      />
      {data && budget?.(data)}
      {!data ? (
        <Loading />
      ) : data.totals.items === 0 ? (
        <NothingLogged report={report} />
      ) : (
        <>
          <SeriesPanel report={report} before={data.before} />
          {children(data, isPlaceholderData)}
        </>
      )}
    </>
  );
}

const Loading = () => (
  <>
    <Skeleton height={340} />
    <SkeletonRows rows={6} />
  </>
);
