import type { BucketSize } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import { formatNumber } from '../ui/format.ts';
import table from '../ui/table.module.css';
import classes from './chart.module.css';
import type { NarrowedFilter } from './filter.ts';
import { bucketLabel, type Measure, type SeriesBucket } from './series.ts';
import { formatMeasure } from './series-text.ts';
import { WorklogsLink } from './WorklogsLink.tsx';

type Props = {
  title: string;
  buckets: readonly SeriesBucket[];
  size: BucketSize;
  measure: Measure;
  /** Whether numbers are links and the table scrolls; false for the visually hidden table. */
  isLinked?: true;
};

/** The data of the chart as a table. */
export function SeriesTable({ title, buckets, size, measure, isLinked }: Props) {
  const isCompared = buckets.some(({ before }) => before !== null);
  const hasRejected = buckets.some(({ rejected }) => rejected > 0);
  const write = (value: number) => formatMeasure(value, measure);
  return (
    <div className={isLinked && table.scroller}>
      <table className={`${table.table} ${classes.series}`}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{m.reports_period()}</th>
            <th scope="col" data-align="end">
              {m.reports_items()}
            </th>
            <th scope="col" data-align="end">
              {m.reports_approved()}
            </th>
            <th scope="col" data-align="end">
              {m.reports_pending()}
            </th>
            {hasRejected && (
              <th scope="col" data-align="end">
                {m.status_rejected()}
              </th>
            )}
            <th scope="col" data-align="end">
              {m.reports_total()}
            </th>
            {isCompared && (
              <th scope="col" data-align="end">
                {m.reports_before()}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={bucket.from} className={table.row}>
              <th scope="row">{bucketLabel(bucket, size)}</th>
              {numbersOf(bucket, write, hasRejected).map(({ of, text, narrow, isNothing }) => (
                <td key={of} data-align="end">
                  {isLinked ? (
                    <WorklogsLink narrow={{ from: bucket.from, to: bucket.to, ...narrow }} isNothing={isNothing}>
                      {text}
                    </WorklogsLink>
                  ) : (
                    text
                  )}
                </td>
              ))}
              {isCompared && <td data-align="end">{bucket.before === null ? '–' : write(bucket.before)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Figure = { of: string; text: string; narrow: NarrowedFilter; isNothing: boolean };

/** The values in the order of the columns, each with the filter of its worklogs. */
const numbersOf = (
  { items, approved, pending, rejected, total }: SeriesBucket,
  write: (value: number) => string,
  hasRejected: boolean,
): Figure[] => [
  { of: 'items', text: formatNumber(items), narrow: {}, isNothing: items === 0 },
  { of: 'approved', text: write(approved), narrow: { statuses: ['approved'] }, isNothing: approved === 0 },
  { of: 'pending', text: write(pending), narrow: { statuses: ['pending'] }, isNothing: pending === 0 },
  ...(hasRejected
    ? [
        {
          of: 'rejected',
          text: write(rejected),
          narrow: { statuses: ['rejected' as const] },
          isNothing: rejected === 0,
        },
      ]
    : []),
  { of: 'total', text: write(total), narrow: {}, isNothing: items === 0 },
];
