// The columns of the two tables of an import of history.

import type { HistoryDetails } from '#contract/history-imports.ts';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { formatDayPart } from '../ui/format.ts';
import type { TableColumn } from '../ui/table.ts';
import { DurationText } from '../ui/texts.tsx';
import { HistoryEntry } from './HistoryEntry.tsx';
import classes from './history.module.css';
import { verdictLabels } from './history-labels.ts';

type Total = ApiOutput<'GET /companies/{companyId}/history-imports/{importId}/totals'>['totals'][number];
type Row = ApiOutput<'GET /companies/{companyId}/history-imports/{importId}/rows'>['rows'][number];

/** The file counts seconds, worklogs whole minutes. */
const minutesOfFile = ({ fileSeconds }: Total): number => Math.round(fileSeconds / 60);
const minutesOfWork = ({ fileSeconds, breakSeconds }: Total): number => Math.round((fileSeconds - breakSeconds) / 60);

const monthColumn = (): TableColumn<Total> => ({
  id: 'month',
  header: m.history_total_month(),
  cell: (total) => <Month total={total} />,
});

const breakColumn = (): TableColumn<Total> => ({
  id: 'breaks',
  header: m.history_not_work(),
  align: 'end',
  cell: ({ breakSeconds }) => <DurationText minutes={Math.round(breakSeconds / 60)} />,
});

const Month = ({ total: { month } }: { total: Total }) => (
  <span className={classes.month}>{formatDayPart(month, { month: 'short', year: 'numeric' })}</span>
);

type Place = Pick<HistoryDetails, 'counts'> & { isNarrowTable: boolean };

/** What is no work, such as breaks, is a column only where the files have some. A narrow table has the month below the person. */
export const historyTotalColumns = ({ counts, isNarrowTable }: Place): TableColumn<Total>[] => [
  {
    id: 'person',
    header: m.history_total_person(),
    canBreak: true,
    onCard: 'title',
    cell: (total) => (
      <>
        {total.person || '–'}
        {isNarrowTable && (
          <div className="dimmed small">
            <Month total={total} />
          </div>
        )}
      </>
    ),
  },
  ...(isNarrowTable ? [] : [monthColumn()]),
  {
    id: 'file',
    header: m.history_total_file(),
    align: 'end',
    cell: (total) => <DurationText minutes={minutesOfFile(total)} />,
  },
  ...(counts.break > 0 ? [breakColumn()] : []),
  {
    id: 'imported',
    header: m.history_total_imported(),
    align: 'end',
    cell: ({ importedMinutes }) => <DurationText minutes={importedMinutes} />,
  },
  {
    id: 'known',
    header: m.history_total_known(),
    align: 'end',
    cell: ({ mergedMinutes }) => <DurationText minutes={mergedMinutes} />,
  },
  {
    id: 'difference',
    header: m.history_total_difference(),
    align: 'end',
    cell: (total) => <DurationText minutes={total.importedMinutes + total.mergedMinutes - minutesOfWork(total)} />,
  },
];

export function historyRowColumns(files: HistoryDetails['files']): TableColumn<Row>[] {
  const names = new Map(files.map(({ number, name }) => [number, name]));
  return [
    {
      id: 'place',
      header: m.history_row_file(),
      canBreak: true,
      cell: ({ fileNumber, line }) => m.history_row_place({ file: names.get(fileNumber) ?? '', line }),
    },
    {
      id: 'person',
      header: m.history_total_person(),
      canBreak: true,
      onCard: 'title',
      cell: ({ person }) => person || '–',
    },
    {
      id: 'entry',
      header: m.history_row_entry(),
      canBreak: true,
      cell: (row) => <HistoryEntry row={row} />,
    },
    { id: 'verdict', header: m.history_row_verdict(), cell: ({ verdict }) => verdictLabels[verdict]() },
  ];
}
