import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import type { CheckedRow } from '#contract/imports.ts';
import { problemVerdicts } from '#domain/imports.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import type { ApiInput, ApiOutput } from '../api.ts';
import { NoSeatFree } from '../members/NoSeatFree.tsx';
import { affectedBy, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { formatNumber } from '../ui/format.ts';
import { problemText } from '../ui/problem-text.ts';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { ImportRows } from './ImportRows.tsx';
import classes from './import.module.css';
import { saveRows } from './import-csv.ts';
import { useImportParameters } from './import-parameters.ts';

export type ImportSource = ApiInput<'POST /companies/{companyId}/imports'>;
type Checked = ApiOutput<'POST /companies/{companyId}/imports/check'>;
type Props = {
  source: ImportSource;
  checked: Checked;
  /** Where seats that were added are used. */
  returnTo: string;
  onDone: () => void;
};

/** The preview of an import: the result of each row, whether there are enough seats, and the button to start. */
export function ImportCheck({ source, checked, returnTo, onDone }: Props) {
  const [{ show, page, size }, change] = useImportParameters();
  const [failure, setFailure] = useState<string | null>(null);
  const start = useApiMutation('POST /companies/{companyId}/imports', {
    invalidates: affectedBy.imports,
  });
  const { columns, seats, invitesLeft } = checked;
  const rows = withoutRoom(checked);
  const problemRows = rows.filter(({ verdict }) => problemVerdicts.includes(verdict));
  const shown = { all: rows, invited: rows.filter(({ verdict }) => verdict === 'new'), problems: problemRows }[show];
  const onPage = localPage(shown, page, size);
  const isShort = seats.needed > seats.free;
  const isOverLimit = seats.needed > invitesLeft;
  const send = async () => {
    setFailure(null);
    try {
      const { id, mails } = await start.mutateAsync(source);
      showToast(m.users_import_started({ count: mails.waiting }), { type: 'success' });
      onDone();
      await change({ run: id, show: 'all', page: 1 });
    } catch (error) {
      setFailure(problemText(error));
    }
  };
  return (
    <section className={classes.check} aria-label={m.users_import_result()}>
      <h2>{m.users_import_result()}</h2>
      {columns && <p className="dimmed">{m.users_import_columns({ columns: columnList(columns) })}</p>}
      <SummaryFigures figures={figuresOf(rows, problemRows.length)} />
      {isShort && (
        <NoSeatFree
          text={m.users_import_seats({ needed: formatNumber(seats.needed), free: formatNumber(seats.free) })}
          hint={m.users_typed_is_kept()}
          returnTo={returnTo}
        />
      )}
      {isOverLimit && (
        <FailureAlert
          text={m.users_import_over_today({ needed: formatNumber(seats.needed), left: formatNumber(invitesLeft) })}
        />
      )}
      {seats.needed === 0 && <p role="status">{m.users_import_nobody_new()}</p>}
      {failure !== null && <FailureAlert text={failure} />}
      <div className={classes.buttons}>
        {seats.needed > 0 && (
          <Button
            onClick={send}
            disabled={isShort || isOverLimit}
            loading={start.isPending}
            leftSection={<Send size={16} aria-hidden />}
          >
            {m.users_import_send({ count: seats.needed })}
          </Button>
        )}
        {problemRows.length > 0 && (
          <Button variant="default" onClick={() => saveRows(problemRows)}>
            {m.users_import_download({ count: problemRows.length })}
          </Button>
        )}
      </div>
      <ImportRows rows={onPage.rows.map((row) => ({ ...row, mail: null }))} total={shown.length} page={onPage.page} />
    </section>
  );
}

/** Marks the new rows, in the order of the list, for which there is no seat, or no invite left today. */
function withoutRoom({ rows, seats, invitesLeft }: Checked): (CheckedRow & { lacks: 'seat' | 'invite' | null })[] {
  let place = 0;
  return rows.map((row) => {
    if (row.verdict === 'new') place += 1;
    const isNew = row.verdict === 'new';
    return { ...row, lacks: isNew && place > seats.free ? 'seat' : isNew && place > invitesLeft ? 'invite' : null };
  });
}

const columnList = ({ email, name, role }: NonNullable<Checked['columns']>): string =>
  [email, name, role]
    .filter((title) => title !== null)
    .map((title) => `“${isolated(title)}”`)
    .join(', ');

function figuresOf(rows: Checked['rows'], problemRows: number) {
  const count = (wanted: string) => formatNumber(rows.filter(({ verdict }) => verdict === wanted).length);
  return [
    { label: m.users_import_new(), value: count('new') },
    { label: m.users_import_member(), value: count('member') },
    { label: m.users_import_invited(), value: count('invited') },
    { label: m.users_import_problems(), value: formatNumber(problemRows) },
  ];
}

/** The rows of one page; for a page beyond the end, the last page. */
function localPage<Row>(rows: readonly Row[], page: number, size: number): { page: number; rows: Row[] } {
  const shown = Math.min(page, Math.max(1, Math.ceil(rows.length / size)));
  return { page: shown, rows: rows.slice((shown - 1) * size, shown * size) };
}
