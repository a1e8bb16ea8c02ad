import type { HistoryDetails } from '#contract/history-imports.ts';
import type { HistoryExample } from '#contract/history-rows.ts';
import { m } from '#locales/messages.js';
import { HistoryEntry } from './HistoryEntry.tsx';
import classes from './history.module.css';
import { questionRowsText } from './history-labels.ts';

type Props = {
  /** How many rows a question concerns. */
  rows: number;
  examples: readonly HistoryExample[];
  files: HistoryDetails['files'];
};

/** The rows that raise a question: how many, and some of them. */
export function HistoryExamples({ rows, examples, files }: Props) {
  const nameOf = (wanted: number) => files.find(({ number }) => number === wanted)?.name ?? '';
  return (
    <div className={`small ${classes.examples}`}>
      <p>{questionRowsText(rows, examples.length)}</p>
      <ul className={classes.list}>
        {examples.map(({ fileNumber, line, person, ...entry }) => (
          <li key={`${fileNumber} ${line}`}>
            <span className="dimmed">{m.history_row_place({ file: nameOf(fileNumber), line })}</span>{' '}
            <span dir="auto">{person}</span> <HistoryEntry row={entry} />
          </li>
        ))}
      </ul>
    </div>
  );
}
