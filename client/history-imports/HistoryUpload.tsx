import FileUp from 'lucide-react/icons/file-up';
import { useEffect, useRef, useState } from 'react';
import { maxHistoryMegabytes, maxHistoryRows } from '#domain/history-imports/limits.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { invalidate } from '../queries.ts';
import { DropZone } from '../ui/DropZone.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { formatNumber } from '../ui/format.ts';
import { HistoryQuestion, type HistoryQuestionAnswer, type UnansweredUpload } from './HistoryQuestion.tsx';
import classes from './history.module.css';
import { uploadHistory } from './upload-history.ts';

/** Why files were refused, of those that were chosen last. */
export type UploadFailures = { failures: readonly string[]; onFailures: (failures: readonly string[]) => void };

type Props = UploadFailures & {
  /** The import that gets further files; absent: a new one, which is given to `onRead`. */
  importId?: string;
  onRead?: (importId: string) => void;
};

/** A file, or one table of a ZIP. */
type Part = { file: File; name: string; entry?: number; answer?: HistoryQuestionAnswer };

type Question = { part: Part; rest: Part[]; importId: string | undefined; uploaded: UnansweredUpload };

const partsOf = (files: readonly File[]): Part[] => files.map((file) => ({ file, name: file.name }));

/** What was asked and answered; the next file that raises the same question is read with the same answer. */
type Answered = { uploaded: UnansweredUpload; answer: HistoryQuestionAnswer };

/** What was answered and refused before, of the files that were chosen together. */
type Earlier = { known: readonly Answered[]; before: readonly string[] };

const columnsOf = (uploaded: UnansweredUpload): string =>
  uploaded.outcome === 'asks-columns' ? JSON.stringify(uploaded.columns.map(({ name }) => name)) : '';

const isSameQuestion = (one: UnansweredUpload, other: UnansweredUpload): boolean =>
  one.outcome === other.outcome && columnsOf(one) === columnsOf(other);

/** A zone for files, which are read one after the other; what only the user knows of one is asked before the next. */
export function HistoryUpload({ importId: existing, failures, onFailures, onRead }: Props) {
  const { id: companyId } = useCompany();
  const [reading, setReading] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [answered, setAnswered] = useState<readonly Answered[]>([]);
  const leaving = useRef(new AbortController());
  // A new import opens once its files are read: not for a user who has left the page. Further files end by themselves.
  useEffect(() => {
    leaving.current = new AbortController();
    return () => {
      if (existing === undefined) leaving.current.abort();
    };
  }, [existing]);
  const readParts = async (parts: readonly Part[], into: string | undefined, { known, before }: Earlier) => {
    let importId = into;
    const left = [...parts];
    const reasons = [...before];
    const { signal } = leaving.current;
    for (let part = left.shift(); part !== undefined; part = left.shift()) {
      const { file, name, entry, answer } = part;
      setReading(name);
      const query = {
        fileName: name,
        ...(entry === undefined ? {} : { entry: String(entry) }),
        ...(importId === undefined ? {} : { importId }),
        ...answer,
      };
      const outcome = await uploadHistory(companyId, file, query, signal);
      if (signal.aborted) return;
      setReading(null);
      if ('failure' in outcome) {
        const reason = outcome.failure || m.shell_server_unreached();
        reasons.push(m.history_file_failed({ file: name, reason }));
        onFailures([...reasons]);
        continue;
      }
      const { uploaded } = outcome;
      if (uploaded.outcome === 'read') importId = uploaded.importId;
      else if (uploaded.outcome === 'asks-file')
        left.unshift(...uploaded.files.map((table, index) => ({ file, name: table, entry: index })));
      else {
        const earlier = known.find((one) => isSameQuestion(one.uploaded, uploaded));
        if (earlier === undefined) return setQuestion({ part, rest: left, importId, uploaded });
        left.unshift({ ...part, answer: { ...answer, ...earlier.answer } });
      }
    }
    await invalidate(['imports']);
    if (importId !== undefined && !signal.aborted) onRead?.(importId);
  };
  const begin = (files: readonly File[]) => {
    onFailures([]);
    setAnswered([]);
    return readParts(partsOf(files), existing, { known: [], before: [] });
  };
  const drop = (files: readonly File[]) => {
    if (reading === null && question === null) void begin(files);
  };
  const answer = (given: HistoryQuestionAnswer | null) => {
    if (question === null) return;
    setQuestion(null);
    const { part, rest, importId, uploaded } = question;
    if (given === null) return readParts(rest, importId, { known: answered, before: failures });
    const known = [...answered, { uploaded, answer: given }];
    setAnswered(known);
    return readParts([{ ...part, answer: { ...part.answer, ...given } }, ...rest], importId, {
      known,
      before: failures,
    });
  };
  if (question) return <HistoryQuestion fileName={question.part.name} uploaded={question.uploaded} onAnswer={answer} />;
  return (
    <div className={classes.upload}>
      <DropZone onFiles={drop}>
        <FileUp size={28} strokeWidth={1.5} aria-hidden />
        <p>{m.history_drop()}</p>
        <p className="dimmed small">
          {m.history_limits({
            megabytes: formatNumber(maxHistoryMegabytes),
            rows: formatNumber(maxHistoryRows),
          })}
        </p>
        <FileButton
          variant="default"
          multiple
          loading={reading !== null}
          onFiles={begin}
          accept=".csv,.tsv,.txt,.xlsx,.zip,text/csv,text/plain,application/zip,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        >
          {m.history_choose()}
        </FileButton>
        <p role="status">{reading !== null && m.history_reading({ file: reading })}</p>
      </DropZone>
      {failures.map((text) => (
        <FailureAlert key={text} text={text} />
      ))}
    </div>
  );
}
