import { Suspense, useState } from 'react';
import type { BucketSize } from '#domain/report-ranges.ts';
import { lazyPart } from '../ui/lazy.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useIsPhone } from '../ui/width.ts';
import classes from './chart.module.css';
import { Legend } from './Legend.tsx';
import { SeriesTable } from './SeriesTable.tsx';
import { type Measure, type SeriesBucket, tickLabel } from './series.ts';
import { describeBucket, formatAxis } from './series-text.ts';

const Chart = lazyPart(() => import('./Chart.tsx').then((file) => file.Chart));

type Props = {
  title: string;
  buckets: readonly SeriesBucket[];
  size: BucketSize;
  measure: Measure;
  isLoading: boolean;
  isRefreshing: boolean;
  /** The report that a bar opens; null: none. Default: the report of the page. */
  report?: string | null;
};

/** A chart with its legend, and the same as a table for screen readers. */
export function ChartBox({ title, buckets, size, measure, isLoading, isRefreshing, report }: Props) {
  const [pointed, setPointed] = useState<SeriesBucket | null>(null);
  const height = useIsPhone() ? 200 : 220;
  const describeBar = (bucket: SeriesBucket) => describeBucket(bucket, size, measure);
  return (
    <div className={classes.box} data-refreshing={isRefreshing}>
      <div className={classes.above} aria-hidden>
        <Legend buckets={buckets} />
        <p className={classes.readout}>{pointed && describeBar(pointed)}</p>
      </div>
      <Suspense fallback={<Skeleton height={height} />}>
        {isLoading ? (
          <Skeleton height={height} />
        ) : (
          <Chart
            label={title}
            buckets={buckets}
            height={height}
            describeBar={describeBar}
            axisText={(value) => formatAxis(value, measure)}
            tickText={(bucket, index) => tickLabel(bucket, size, index === 0)}
            onPoint={setPointed}
            {...(report === undefined ? {} : { report })}
          />
        )}
      </Suspense>
      <div className="visually-hidden">
        <SeriesTable title={title} buckets={buckets} size={size} measure={measure} />
      </div>
    </div>
  );
}
