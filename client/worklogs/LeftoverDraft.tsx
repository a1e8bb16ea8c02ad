import type { Worklog } from '#contract/worklogs.ts';
import { worklogTexts } from '#domain/worklog-fields.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { draftKey, useDraft } from './drafts.ts';
import { emptyEntry } from './entry.ts';
import type { FormTarget } from './search.ts';
import classes from './worklogs.module.css';

/** A draft of a worklog that was decided meanwhile: shown for copying until it is discarded. */
export function LeftoverDraft({ target, worklog }: { target: FormTarget; worklog: Worklog }) {
  const { id } = useCompany();
  const draft = useDraft(draftKey(id, target), emptyEntry(worklog.day), worklog.version);
  if (!draft.isDirty) return null;
  const { day, startTime, endDay, endTime, amount } = draft.entry;
  const texts = worklogTexts.map((name) => draft.entry[name]);
  const times =
    worklog.kind === 'timed' ? `${day} ${startTime} – ${endDay === day ? '' : `${endDay} `}${endTime}` : day;
  return (
    <Alert tone="warning" title={m.worklog_decided_title()}>
      <p>{m.worklog_decided_text()}</p>
      <p className={classes.quote}>{[times, amount, ...texts].filter((part) => part !== '').join('\n')}</p>
      <div className={classes.noticeActions}>
        <Button variant="default" size="compact-sm" onClick={draft.discard}>
          {m.ui_discard()}
        </Button>
      </div>
    </Alert>
  );
}
