import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { HistoryDetails } from '#contract/history-imports.ts';
import { rowsWithOutcome, verdictsWithOutcome } from '#domain/history-imports/verdicts.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { formatNumber } from '../ui/format.ts';
import { PagedTable } from '../ui/PagedTable.tsx';
import { Section } from '../ui/Section.tsx';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useIsNarrowTable } from '../ui/width.ts';
import classes from './history.module.css';
import { historyRowColumns, historyTotalColumns } from './history-columns.tsx';
import { verdictLabels } from './history-labels.ts';
import { useHistoryParameters } from './history-parameters.ts';

type Props = { details: HistoryDetails };

/** What the last check found, or what was imported: figures, totals beside those of the files, and the rows to look at. */
export function HistoryResult({ details }: Props) {
  const isDone = details.state === 'imported';
  const verdicts = (['imported', 'not-work', 'skipped'] as const)
    .flatMap(verdictsWithOutcome)
    .filter((verdict) => details.counts[verdict] > 0);
  const notWork = rowsWithOutcome(details.counts, 'not-work');
  return (
    <Section title={isDone ? m.history_happened() : m.history_result()} isOpen>
      <SummaryFigures
        figures={[
          {
            label: isDone ? m.history_figure_were_imported() : m.history_figure_imported(),
            value: formatNumber(rowsWithOutcome(details.counts, 'imported')),
          },
          { label: m.history_figure_known(), value: formatNumber(rowsWithOutcome(details.counts, 'merged')) },
          ...(notWork > 0 ? [{ label: m.history_not_work(), value: formatNumber(notWork) }] : []),
          { label: m.history_figure_skipped(), value: formatNumber(rowsWithOutcome(details.counts, 'skipped')) },
        ]}
      />
      <ul className={classes.list}>
        {verdicts.map((verdict) => (
          <li key={verdict}>
            <span className="numeric">{formatNumber(details.counts[verdict])}</span> {verdictLabels[verdict]()}
          </li>
        ))}
      </ul>
      {details.creates && <p>{createsText(details.creates)}</p>}
      <HistoryTotals details={details} />
      <HistoryRows details={details} />
    </Section>
  );
}

function createsText({ people, clients, projects, tasks, tags }: NonNullable<HistoryDetails['creates']>): string {
  const things = [
    people > 0 ? m.history_new_people({ count: people }) : '',
    clients > 0 ? m.history_new_clients({ count: clients }) : '',
    projects > 0 ? m.history_new_projects({ count: projects }) : '',
    tasks > 0 ? m.history_new_tasks({ count: tasks }) : '',
    tags > 0 ? m.history_new_tags({ count: tags }) : '',
  ].filter((thing) => thing !== '');
  if (things.length === 0) return m.history_creates_nothing();
  return m.history_creates({ things: new Intl.ListFormat(getLocale()).format(things) });
}

function HistoryTotals({ details }: Props) {
  const importId = details.id;
  const { id: companyId } = useCompany();
  const isNarrowTable = useIsNarrowTable();
  const [{ totals: page, size }, change] = useHistoryParameters();
  const list = useQuery({
    ...apiQuery('imports', 'GET /companies/{companyId}/history-imports/{importId}/totals', {
      companyId,
      importId,
      page,
      pageSize: size,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.part}>
      <h3>{m.history_totals()}</h3>
      <PagedTable
        caption={m.history_totals()}
        columns={historyTotalColumns({ ...details, isNarrowTable })}
        list={list}
        rowsOf={({ totals }) => totals}
        keyOf={({ person, month }) => `${person} ${month}`}
        paging={{ page, size }}
        onPaging={(next) => change('page' in next ? { totals: next.page } : { ...next, totals: 1, page: 1 })}
        empty={<EmptyState text={m.history_rows_none()} />}
      />
    </div>
  );
}

function HistoryRows({ details: { id: importId, files } }: Props) {
  const { id: companyId } = useCompany();
  const [{ page, size }, change] = useHistoryParameters();
  const list = useQuery({
    ...apiQuery('imports', 'GET /companies/{companyId}/history-imports/{importId}/rows', {
      companyId,
      importId,
      show: 'problems',
      page,
      pageSize: size,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.part}>
      <h3>{m.history_rows()}</h3>
      <p className="dimmed">{m.history_rows_text()}</p>
      <PagedTable
        caption={m.history_rows()}
        columns={historyRowColumns(files)}
        list={list}
        rowsOf={({ rows }) => rows}
        keyOf={({ fileNumber, line }) => `${fileNumber} ${line}`}
        paging={{ page, size }}
        onPaging={(next) => change({ ...next, ...('size' in next ? { page: 1, totals: 1 } : {}) })}
        empty={<EmptyState text={m.history_rows_none()} />}
      />
    </div>
  );
}
