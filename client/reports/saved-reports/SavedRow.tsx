import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { SavedReport } from '#contract/saved-reports.ts';
import { type ReportMailing, reportMailFormats, reportMailings } from '#domain/saved-reports.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { useApiMutation } from '../../queries.ts';
import { Button, clientSideLink } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import classes from './saved.module.css';
import { savedReportPath } from './saved-report-path.ts';

type Props = { saved: SavedReport; onOpen: () => void };

const mailings: Record<ReportMailing, () => string> = {
  never: m.reports_mail_never,
  weekly: m.reports_mail_weekly,
  monthly: m.reports_mail_monthly,
};

const arrivals: Record<Exclude<ReportMailing, 'never'>, () => string> = {
  weekly: m.reports_mail_when_weekly,
  monthly: m.reports_mail_when_monthly,
};

/** Everybody may open, pin and mail a report; renaming, sharing and removing need permission. */
export function SavedRow({ saved, onOpen }: Props) {
  const { id: companyId } = useCompany();
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null);
  const { id, name, isPinned, isOwn, ownerName, mail, mailFormat, actions } = saved;
  const choose = useApiMutation('PATCH /companies/{companyId}/saved-reports/{reportId}/choices', {
    invalidates: ['saved-reports'],
  });
  const set = (choices: { isPinned?: boolean; mail?: ReportMailing; mailFormat?: SavedReport['mailFormat'] }) =>
    choose.mutate({ companyId, reportId: id, ...choices });
  const turn = (next: 'rename' | 'remove') => setDoing(doing === next ? null : next);
  return (
    <li className={classes.row}>
      <div className={classes.rowHead}>
        <a className={classes.open} {...clientSideLink(savedReportPath(saved), onOpen)}>
          {name}
        </a>
        <IconButton
          aria-label={isPinned ? m.reports_unpin({ name }) : m.reports_pin({ name })}
          aria-pressed={isPinned}
          onClick={() => set({ isPinned: !isPinned })}
        >
          <Pin size={16} fill={isPinned ? 'currentColor' : 'none'} aria-hidden />
        </IconButton>
        {actions.change === true && (
          <>
            <IconButton aria-label={m.reports_rename({ name })} onClick={() => turn('rename')}>
              <Pencil size={16} aria-hidden />
            </IconButton>
            <IconButton aria-label={m.reports_remove({ name })} onClick={() => turn('remove')}>
              <Trash size={16} aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      <div className={classes.choices}>
        {!isOwn && <span className="dimmed small">{m.reports_saved_by({ name: ownerName })}</span>}
        <Select
          size="small"
          aria-label={m.reports_mail({ name })}
          value={mail}
          onChange={({ currentTarget }) => {
            const chosen = reportMailings.find((one) => one === currentTarget.value);
            if (chosen) set({ mail: chosen });
          }}
          options={reportMailings.map((value) => ({ value, label: mailings[value]() }))}
        />
        {mail !== 'never' && (
          <Select
            size="small"
            aria-label={m.reports_mail_as({ name })}
            value={mailFormat}
            onChange={({ currentTarget }) => {
              const chosen = reportMailFormats.find((one) => one === currentTarget.value);
              if (chosen) set({ mailFormat: chosen });
            }}
            options={reportMailFormats.map((value) => ({
              value,
              label: value === 'link' ? m.reports_mail_link() : value.toUpperCase(),
            }))}
          />
        )}
      </div>
      {mail !== 'never' && (
        <p className="dimmed small" role="status">
          {arrivals[mail]()}
        </p>
      )}
      {choose.isError && (
        <p className={classes.wrong} role="alert">
          {problemText(choose.error)}
        </p>
      )}
      {doing === 'rename' && <Rename saved={saved} onDone={() => setDoing(null)} />}
      {doing === 'remove' && <Remove saved={saved} onKeep={() => setDoing(null)} />}
    </li>
  );
}

function Rename({ saved: { id, name, version }, onDone }: { saved: SavedReport; onDone: () => void }) {
  const { id: companyId } = useCompany();
  const [typed, setTyped] = useState(name);
  const change = useApiMutation('PATCH /companies/{companyId}/saved-reports/{reportId}', {
    invalidates: ['saved-reports'],
  });
  const submit = () => {
    change.mutate({ companyId, reportId: id, version, name: typed }, { onSuccess: onDone });
  };
  return (
    <Form className={classes.form} onSubmit={submit}>
      <TextField
        label={m.reports_name()}
        value={typed}
        required
        maxLength={100}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={change.isError && problemText(change.error)}
      />
      <Button type="submit" loading={change.isPending}>
        {m.reports_save()}
      </Button>
    </Form>
  );
}

/** Removes the report for everybody, so it asks for confirmation. */
function Remove({ saved: { id, isShared }, onKeep }: { saved: SavedReport; onKeep: () => void }) {
  const { id: companyId } = useCompany();
  const remove = useApiMutation('DELETE /companies/{companyId}/saved-reports/{reportId}', {
    invalidates: ['saved-reports'],
  });
  return (
    <div className={classes.form} role="alert">
      <p>{isShared ? m.reports_remove_shared() : m.reports_remove_own()}</p>
      {remove.isError && <p className={classes.wrong}>{problemText(remove.error)}</p>}
      <div className={classes.choices}>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate({ companyId, reportId: id })}>
          {m.reports_remove_confirm()}
        </Button>
        <Button variant="subtle" onClick={onKeep}>
          {m.ui_cancel()}
        </Button>
      </div>
    </div>
  );
}
