import { useQuery } from '@tanstack/react-query';
import ChartColumn from 'lucide-react/icons/chart-column';
import Table from 'lucide-react/icons/table';
import type { BucketSize, DayRange } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import { Segmented } from '../ui/Segmented.tsx';
import { Select } from '../ui/Select.tsx';
import { ErrorState } from '../ui/states.tsx';
import { ChartBox } from './ChartBox.tsx';
import classes from './chart.module.css';
import { SeriesTable } from './SeriesTable.tsx';
import {
  currenciesOf,
  effectiveBucketSize,
  type Measure,
  possibleBucketSizes,
  seriesBuckets,
  withoutEmptyFuture,
} from './series.ts';
import { seriesQuery } from './series-query.ts';
import { seriesTitle } from './series-text.ts';
import type { Report } from './use-report.ts';

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
  const received = series.data?.buckets ?? [];
  const currencies = currenciesOf(received);
  const measure = currencies.find((one) => one === choices.measure) ?? 'hours';
  const all = seriesBuckets(received, before ? (earlier.data?.buckets ?? []) : [], measure);
  const buckets = withoutEmptyFuture(all, report.today);
  const title = seriesTitle(size, measure);
  return (
    <section className={classes.panel} aria-label={title}>
      <Controls report={report} title={title} size={size} measure={measure} currencies={currencies} />
      {series.isError && !series.data ? (
        <ErrorState error={series.error} onRetry={series.refetch} />
      ) : choices.look === 'table' ? (
        <SeriesTable title={title} buckets={buckets} size={size} measure={measure} isLinked />
      ) : (
        <ChartBox
          title={title}
          buckets={buckets}
          size={size}
          measure={measure}
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
        { value: 'chart', label: m.reports_chart(), icon: ChartColumn },
        { value: 'table', label: m.reports_table(), icon: Table },
      ]}
    />
  </div>
);
