import { type ReactNode, Suspense } from 'react';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { Breakdown } from './Breakdown.tsx';
import { LazyNothingLogged, LazyRangeRefused } from './lazy-views.ts';
import { ReportFigures } from './ReportFigures.tsx';
import { rangeError } from './range-error.ts';
import { SeriesPanel } from './SeriesPanel.tsx';
import type { ReportData } from './sums.ts';
import type { Report } from './use-report.ts';

export type ReportQueryState<D> = {
  data: D | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

type Props<D extends ReportData> = {
  report: Report;
  query: ReportQueryState<D>;
  /** Content between the figures and the chart. */
  budget?: (data: D) => ReactNode;
};

/** Figures, series and breakdown of a report. */
export function Overview<D extends ReportData>({ report, query, budget }: Props<D>) {
  const { data, error, isPlaceholderData, refetch } = query;
  if (error && rangeError(error)) {
    return (
      <Suspense fallback={<Loading />}>
        <LazyRangeRefused report={report} />
      </Suspense>
    );
  }
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
        <Suspense fallback={<Loading />}>
          <LazyNothingLogged report={report} />
        </Suspense>
      ) : (
        <>
          <SeriesPanel report={report} before={data.before} />
          <Breakdown report={report} sums={data} isRefreshing={isPlaceholderData} />
        </>
      )}
    </>
  );
}

const Loading = () => (
  <>
    <Skeleton height={300} />
    <SkeletonRows rows={6} />
  </>
);
