import FileUp from 'lucide-react/icons/file-up';
import { useState } from 'react';
import { maxHistoryMegabytes, maxHistoryRows } from '#domain/history-imports/limits.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { invalidate } from '../queries.ts';
import { DropZone } from '../ui/DropZone.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { formatNumber } from '../ui/format.ts';
import { HistoryQuestion, type HistoryQuestionAnswer } from './HistoryQuestion.tsx';
import classes from './history.module.css';
import { type UploadedHistory, uploadHistory } from './upload-history.ts';

type Props = {
  /** The import that gets further files; absent: a new one. */
  importId?: string;
  onRead: (importId: string) => void;
};

type Question = { file: File; rest: File[]; importId: string | undefined; uploaded: UploadedHistory };

/** A zone for files, which are read one after the other; what only the user knows of one is asked before the next. */
export function HistoryUpload({ importId: existing, onRead }: Props) {
  const { id: companyId } = useCompany();
  const [reading, setReading] = useState<string | null>(null);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const [question, setQuestion] = useState<Question | null>(null);
  const readFiles = async (files: readonly File[], into: string | undefined, answer: HistoryQuestionAnswer = {}) => {
    let importId = into;
    for (const [index, file] of files.entries()) {
      setReading(file.name);
      const outcome = await uploadHistory(companyId, file, {
        ...(importId === undefined ? {} : { importId }),
        ...(index === 0 ? answer : {}),
      });
      setReading(null);
      if ('failure' in outcome) {
        const reason = outcome.failure || m.shell_server_unreached();
        setFailures((before) => [...before, m.history_file_failed({ file: file.name, reason })]);
      } else if (outcome.uploaded.outcome === 'read') importId = outcome.uploaded.importId;
      else return setQuestion({ file, rest: files.slice(index + 1), importId, uploaded: outcome.uploaded });
    }
    await invalidate(['imports']);
    if (importId !== undefined) onRead(importId);
  };
  const begin = (files: readonly File[]) => {
    setFailures([]);
    return readFiles(files, existing);
  };
  const drop = (files: readonly File[]) => {
    if (reading === null && question === null) void begin(files);
  };
  const answer = (given: HistoryQuestionAnswer | null) => {
    if (question === null) return;
    setQuestion(null);
    const { file, rest, importId } = question;
    return given === null ? readFiles(rest, importId) : readFiles([file, ...rest], importId, given);
  };
  if (question) return <HistoryQuestion fileName={question.file.name} uploaded={question.uploaded} onAnswer={answer} />;
  return (
    <div className={classes.upload}>
      <DropZone onFiles={drop}>
        <FileUp size={28} strokeWidth={1.5} aria-hidden />
        <p>{m.history_drop()}</p>
        <p className="dimmed small">
          {m.history_limits({ megabytes: formatNumber(maxHistoryMegabytes), rows: formatNumber(maxHistoryRows) })}
        </p>
        <FileButton
          variant="default"
          multiple
          loading={reading !== null}
          onFiles={begin}
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
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
