import { useState } from 'react';
import { type HistoryField, historyFields } from '#domain/history-imports/columns.ts';
import type { DateOrder } from '#domain/history-imports/values.ts';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { focusSelf } from '../ui/focus-on-mount.ts';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { Select } from '../ui/Select.tsx';
import classes from './history.module.css';
import { historyFieldLabels, questionRowsText } from './history-labels.ts';
import type { UploadedHistory } from './upload-history.ts';

/** What only the user knows of a file. */
export type UnansweredUpload = Exclude<UploadedHistory, { outcome: 'read' | 'asks-file' }>;

export type HistoryQuestionAnswer = { dateOrder?: DateOrder; columns?: string };

type Props = {
  fileName: string;
  uploaded: UploadedHistory;
  /** Null: the file is left out. */
  onAnswer: (answer: HistoryQuestionAnswer | null) => void;
};

/** What a file does not say by itself, with examples of its rows. */
export const HistoryQuestion = ({ uploaded, ...rest }: Props) => (
  <section ref={focusSelf} tabIndex={-1} aria-label={rest.fileName}>
    {uploaded.outcome === 'asks-date-order' && <AskDateOrder uploaded={uploaded} {...rest} />}
    {uploaded.outcome === 'asks-columns' && <AskColumns uploaded={uploaded} {...rest} />}
  </section>
);

type AskProps<Rest> = Pick<Props, 'fileName' | 'onAnswer'> & Rest;

type AmbiguousDates = Extract<UploadedHistory, { outcome: 'asks-date-order' }>;

function AskDateOrder({ fileName, uploaded, onAnswer }: AskProps<{ uploaded: AmbiguousDates }>) {
  const [dateOrder, setOrder] = useState<DateOrder>('day-month');
  return (
    <Form className={classes.form} onSubmit={() => onAnswer({ dateOrder })}>
      <RadioGroup
        label={m.history_ask_order({ file: fileName })}
        description={m.history_ask_order_text()}
        value={dateOrder}
        onChange={setOrder}
        options={[
          { value: 'day-month', label: m.history_ask_order_day() },
          { value: 'month-day', label: m.history_ask_order_month() },
        ]}
      />
      <div className={`small ${classes.examples}`}>
        <p>{questionRowsText(uploaded.rows, uploaded.examples.length)}</p>
        <ul className={classes.list}>
          {uploaded.examples.map(({ line, date, row }) => (
            <li key={line}>
              <span className="dimmed">{m.history_row_place({ file: fileName, line })}</span> <strong>{date}</strong>
              <span className={`dimmed ${classes.entry}`} dir="auto">
                {row}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <AnswerButtons onSkip={() => onAnswer(null)} />
    </Form>
  );
}

type UnknownColumns = Extract<UploadedHistory, { outcome: 'asks-columns' }>;

function AskColumns({ fileName, uploaded, onAnswer }: AskProps<{ uploaded: UnknownColumns }>) {
  const [chosen, setChosen] = useState<readonly (HistoryField | '')[]>(() =>
    uploaded.columns.map((_, index) => historyFields.find((field) => uploaded.recognised[field] === index) ?? ''),
  );
  // Columns may have equal names; their order does not change.
  const columns = uploaded.columns.map((column, index) => ({ ...column, index, id: `column ${index}` }));
  const options = [
    { value: '', label: m.history_column_none() },
    ...historyFields.map((field) => ({ value: field, label: historyFieldLabels[field]() })),
  ];
  const choose = (at: number, value: string) =>
    setChosen(
      chosen.map((before, index) => (index === at ? (historyFields.find((one) => one === value) ?? '') : before)),
    );
  const submit = () =>
    onAnswer({ columns: chosen.flatMap((field, index) => (field === '' ? [] : [`${field}:${index}`])).join(',') });
  return (
    <Form className={classes.form} onSubmit={submit}>
      <div>
        <h3>{m.history_ask_columns({ file: fileName })}</h3>
        <p className="dimmed">{uploaded.isRemembered ? m.history_ask_columns_again() : m.history_ask_columns_text()}</p>
      </div>
      {columns.map(({ name, examples, index, id }) => (
        <Select
          key={id}
          label={name || String(index + 1)}
          description={examples.length > 0 ? m.history_column_example({ examples: examples.join(' · ') }) : undefined}
          options={options}
          value={chosen[index] ?? ''}
          onChange={(event) => choose(index, event.currentTarget.value)}
        />
      ))}
      <AnswerButtons onSkip={() => onAnswer(null)} />
    </Form>
  );
}

const AnswerButtons = ({ onSkip }: { onSkip: () => void }) => (
  <div className={classes.buttons}>
    <Button type="submit">{m.history_read_file()}</Button>
    <Button variant="default" onClick={onSkip}>
      {m.history_skip_file()}
    </Button>
  </div>
);
