import { useQuery } from '@tanstack/react-query';
import type { NoticeKind } from '#domain/notice-kinds.ts';
import { m } from '#locales/messages.js';
import { apiQuery, useApiMutation } from '../queries.ts';
import { noticeLabels } from '../settings/notice-labels.ts';
import { showToast } from '../toast.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import { useSavedChoice } from '../ui/saved-choice.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import classes from './companies.module.css';

const hints: Record<NoticeKind, () => string> = {
  decisions: m.settings_emails_decisions_hint,
  waiting: m.settings_emails_waiting_hint,
  'empty-week': m.settings_emails_empty_week_hint,
  'stand-in': m.settings_emails_stand_in_hint,
  report: m.settings_emails_report_hint,
  budget: m.settings_emails_budget_hint,
};

/** The kinds of email notices that the person receives. Each change is saved at once. */
export function NoticeSettings() {
  const choices = useQuery(apiQuery('session', 'GET /account/emails', {}));
  if (choices.isPending) return <SkeletonRows rows={4} height={48} />;
  if (choices.isLoadingError) return <ErrorState error={choices.error} onRetry={() => choices.refetch()} />;
  return (
    <div className={classes.stack}>
      {choices.data.emails.map((email) => (
        <NoticeSetting key={email.kind} {...email} />
      ))}
    </div>
  );
}

function NoticeSetting({ kind, isWanted }: { kind: NoticeKind; isWanted: boolean }) {
  const store = useApiMutation('PATCH /account/emails', { invalidates: ['session'] });
  const { shown, choose } = useSavedChoice(isWanted);
  const save = (next: boolean) => store.mutateAsync({ kind, isWanted: next }).then(() => showSaved(next), toastProblem);
  return (
    <Checkbox
      label={noticeLabels[kind]()}
      description={hints[kind]()}
      checked={shown}
      onChange={({ currentTarget: { checked } }) => void choose(checked, () => save(checked))}
    />
  );
}

const showSaved = (isWanted: boolean): void =>
  showToast(isWanted ? m.settings_emails_on() : m.settings_emails_off(), { type: 'success' });
