import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { BucketSize, DayRange } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import { lazyPart } from '../ui/lazy.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Select } from '../ui/Select.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useIsPhone } from '../ui/width.ts';
import classes from './chart.module.css';
import { Legend } from './Legend.tsx';
import { SeriesTable } from './SeriesTable.tsx';
import {
  currenciesOf,
  effectiveBucketSize,
  type Measure,
  possibleBucketSizes,
  type SeriesBucket,
  seriesBuckets,
  tickLabel,
} from './series.ts';
import { seriesQuery } from './series-query.ts';
import { describeBucket, formatAxis, seriesTitle } from './series-text.ts';
import type { Report } from './use-report.ts';

const Chart = lazyPart(() => import('./Chart.tsx').then((file) => file.Chart));

type Props = {
  report: Report;
  /** The previous period, when comparing. */
  before: DayRange | null;
};

/** Hours or money of one currency over time, as a chart or a table, compared with the previous period. */
export function SeriesPanel({ report, before }: Props) {
  const { choices, range } = report;
  const size = effectiveBucketSize(choices.by, range);
  const series = useQuery(seriesQuery(report, range));
  const earlier = useQuery({ ...seriesQuery(report, before ?? range), enabled: before !== null });
  const buckets = series.data?.buckets ?? [];
  const currencies = currenciesOf(buckets);
  const measure = currencies.find((one) => one === choices.measure) ?? 'hours';
  const pieces = seriesBuckets(buckets, before ? (earlier.data?.buckets ?? []) : [], measure);
  const title = seriesTitle(size, measure);
  return (
    <section className={classes.panel} aria-label={title}>
      <Controls report={report} {...{ title, size, measure, currencies }} />
      {series.isError && !series.data ? (
        <ErrorState error={series.error} onRetry={series.refetch} />
      ) : choices.look === 'table' ? (
        <SeriesTable title={title} pieces={pieces} size={size} measure={measure} isLinked />
      ) : (
        <ChartBox
          {...{ title, pieces, size, measure }}
          isLoading={series.isPending}
          isRefreshing={series.isPlaceholderData || earlier.isPlaceholderData}
        />
      )}
    </section>
  );
}

const sizeNames: Record<BucketSize, () => string> = {
  day: m.reports_days,
  week: m.reports_weeks,
  month: m.reports_months,
};

type ControlProps = { report: Report; title: string; size: BucketSize; measure: Measure; currencies: string[] };

const Controls = ({ report: { choices, change, range }, title, size, measure, currencies }: ControlProps) => (
  <div className={`${classes.head} no-print`}>
    <h2>{title}</h2>
    {currencies.length > 0 && (
      <Select
        size="small"
        aria-label={m.reports_measure()}
        value={measure}
        onChange={({ currentTarget }) =>
          change({ measure: currentTarget.value === 'hours' ? '' : currentTarget.value })
        }
        options={[
          { value: 'hours', label: m.reports_hours() },
          ...currencies.map((currency) => ({ value: currency, label: m.reports_expenses_in({ currency }) })),
        ]}
      />
    )}
    <Segmented
      label={m.reports_by()}
      value={size}
      onChange={(by) => change({ by })}
      options={possibleBucketSizes(range).map((value) => ({ value, label: sizeNames[value]() }))}
    />
    <Segmented
      label={m.reports_look()}
      value={choices.look}
      onChange={(look) => change({ look })}
      options={[
        { value: 'chart', label: m.reports_chart() },
        { value: 'table', label: m.reports_table() },
      ]}
    />
  </div>
);

type ChartBoxProps = {
  title: string;
  pieces: readonly SeriesBucket[];
  size: BucketSize;
  measure: Measure;
  isLoading: boolean;
  isRefreshing: boolean;
};

function ChartBox({ title, pieces, size, measure, isLoading, isRefreshing }: ChartBoxProps) {
  const [pointed, setPointed] = useState<SeriesBucket | null>(null);
  const height = useIsPhone() ? 200 : 260;
  const isCompared = pieces.some(({ before }) => before !== null);
  const describeBar = (piece: SeriesBucket) => describeBucket(piece, size, measure);
  return (
    <div className={classes.box} data-refreshing={isRefreshing}>
      <div className={classes.above} aria-hidden>
        <Legend isCompared={isCompared} hasRejected={pieces.some(({ rejected }) => rejected > 0)} />
        <p className={classes.readout}>{pointed && describeBar(pointed)}</p>
      </div>
      <Suspense fallback={<Skeleton height={height} />}>
        {isLoading ? (
          <Skeleton height={height} />
        ) : (
          <Chart
            label={title}
            pieces={pieces}
            height={height}
            describeBar={describeBar}
            axisText={(value) => formatAxis(value, measure)}
            tickText={(piece, index) => tickLabel(piece, size, index === 0)}
            onPoint={setPointed}
          />
        )}
      </Suspense>
      <div className="visually-hidden">
        <SeriesTable title={title} pieces={pieces} size={size} measure={measure} />
      </div>
    </div>
  );
}
