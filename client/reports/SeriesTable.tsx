import type { BucketSize } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import { formatNumber } from '../ui/format.ts';
import table from '../ui/table.module.css';
import classes from './chart.module.css';
import { RowsLink } from './RowsLink.tsx';
import { type Measure, type Piece, pieceName } from './series.ts';
import { valueText } from './series-text.ts';

type Props = {
  title: string;
  pieces: readonly Piece[];
  size: BucketSize;
  measure: Measure;
  /** Each total leads to its worklogs, and what is too wide scrolls: not where nobody sees it. */
  isLinked?: true;
};

/** The same figures as the chart, in words. */
export function SeriesTable({ title, pieces, size, measure, isLinked }: Props) {
  const isCompared = pieces.some(({ before }) => before !== null);
  const write = (value: number) => valueText(value, measure);
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
          {pieces.map((piece) => (
            <tr key={piece.from} className={table.row}>
              <th scope="row">{pieceName(piece, size)}</th>
              <td data-align="end">{formatNumber(piece.items)}</td>
              <td data-align="end">{write(piece.approved)}</td>
              <td data-align="end">{write(piece.pending)}</td>
              <td data-align="end">
                {isLinked ? (
                  <RowsLink narrow={{ from: piece.from, to: piece.to }} isNothing={piece.items === 0}>
                    {write(piece.total)}
                  </RowsLink>
                ) : (
                  write(piece.total)
                )}
              </td>
              {isCompared && <td data-align="end">{piece.before === null ? '–' : write(piece.before)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
