import type { HistoryDetails } from '#contract/history-imports.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { HistoryUpload, type UploadFailures } from './HistoryUpload.tsx';
import classes from './history.module.css';
import { dateOrderLabels, toolLabels } from './history-labels.ts';

type Props = UploadFailures & { details: HistoryDetails; mayAdd: boolean };

/** The files of an import and how they were read; further ones can be added until it is run. */
export function HistoryFiles({ details: { id, files }, mayAdd, ...refused }: Props) {
  return (
    <>
      <ul className={classes.list} aria-label={m.history_files()}>
        {files.map(({ number, name, tool, rows, dateOrder, ignored }) => (
          <li key={number}>
            <span className={classes.name}>{name}</span>
            <span className="dimmed">
              {' '}
              {toolLabels[tool]()} · {m.history_file_rows({ count: rows })}
              {dateOrder !== null && <> · {dateOrderLabels[dateOrder]()}</>}
            </span>
            {ignored.length > 0 && (
              <p className="dimmed small">
                {m.history_ignored({
                  columns: ignored.map((column) => `${isolated(column.name)} (${column.cells})`).join(', '),
                })}
              </p>
            )}
          </li>
        ))}
      </ul>
      {mayAdd && <HistoryUpload importId={id} {...refused} />}
    </>
  );
}
