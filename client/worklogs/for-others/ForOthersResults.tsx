import type { Company } from '#contract/companies.ts';
import type { EnteredResult } from '#contract/worklogs-for-others.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { getLocale } from '#locales/runtime.js';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { conflictText } from '../../worklog/conflict-text.ts';
import { RefusedResults, SubmittedResults } from '../SubmissionResults.tsx';
import classes from './for-others.module.css';
import type { ForOthers, NamedResult } from './use-for-others.ts';

type Props = {
  form: ForOthers;
  results: readonly NamedResult[];
  overlaps: Company['overlaps'];
  onCorrect: () => void;
  onClose: () => void;
};

/** An answer for each person: entered, or why not. The refused ones stay chosen. */
export function ForOthersResults({ form, results, overlaps, onCorrect, onClose }: Props) {
  const refused = results.filter(({ worklog }) => worklog === null);
  const done = results.length - refused.length;
  const canConfirm = overlaps === 'flag' && refused.some(({ code }) => code === 'worklog.conflict');
  return (
    <div className={classes.results} role="status" tabIndex={-1} ref={focus}>
      {done > 0 && (
        <SubmittedResults title={m.for_others_done({ count: done })}>
          <p className="dimmed">{namesOf(results.filter(({ worklog }) => worklog !== null))}</p>
        </SubmittedResults>
      )}
      {refused.length > 0 && (
        <RefusedResults title={m.for_others_refused({ count: refused.length })}>
          {refused.map((one) => (
            <li key={one.workerId}>
              <strong>{isolated(one.name)}</strong>
              <p className="small">{reasonOf(one)}</p>
              <ConflictTexts conflicts={one.conflicts} />
            </li>
          ))}
        </RefusedResults>
      )}
      {form.refusal !== null && <Alert tone="error">{problemText(form.refusal)}</Alert>}
      <div className={classes.actions}>
        {refused.length > 0 && <Button onClick={onCorrect}>{m.for_others_correct()}</Button>}
        {canConfirm && (
          <Button variant="default" loading={form.isSaving} onClick={() => form.submit({ confirmOverlap: true })}>
            {m.worklog_overlap_confirm()}
          </Button>
        )}
        <Button {...(refused.length > 0 && { variant: 'default' })} onClick={onClose}>
          {m.shell_close()}
        </Button>
      </div>
    </div>
  );
}

const namesOf = (results: readonly NamedResult[]): string =>
  new Intl.ListFormat(getLocale()).format(results.map(({ name }) => isolated(name)));

/** Shorter than the server's sentence about conflicts, which would be repeated for each person. */
function reasonOf({ code, message, conflicts }: NamedResult): string | null {
  if (code !== 'worklog.conflict') return message;
  return conflicts.length > 0 ? m.for_others_at_the_same_time() : m.for_others_busy();
}

/** The button that was pressed disappears with the form. */
const focus = (results: HTMLElement | null) => results?.focus();

const ConflictTexts = ({ conflicts }: Pick<EnteredResult, 'conflicts'>) =>
  conflicts.map((conflict) => (
    <p key={conflict.id} className="small">
      {conflictText(conflict)}
    </p>
  ));
