import { useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { typedTags } from '#domain/tag-lists.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { affectedBy, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { problemText } from '../ui/problem-text.ts';
import { SelectionBar } from '../ui/SelectionBar.tsx';
import { markLocallyChanged } from './loader.ts';
import { TagNamesField } from './TagsField.tsx';
import classes from './tag-bar.module.css';

type Props = { worklogs: readonly Worklog[]; onClear: () => void };

/** Adds tags to the selected worklogs, or removes tags from them. */
export function TagBar({ worklogs, onClear }: Props) {
  const { id: companyId } = useCompany();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const change = useApiMutation('POST /companies/{companyId}/worklog-tags', {
    invalidates: affectedBy.worklogs,
    onDone: ({ results }) => {
      const refused = results.filter(({ code }) => code !== null);
      markLocallyChanged(results.flatMap(({ worklog }) => (worklog ? [worklog] : [])));
      const done = results.length - refused.length;
      if (done > 0) showToast(m.tags_changed({ count: done }), { type: 'success' });
      if (refused.length > 0)
        showToast(`${m.tags_refused({ count: refused.length })} ${refused[0]?.message ?? ''}`, { type: 'error' });
      onClear();
    },
  });
  const send = (list: 'add' | 'remove') => {
    const names = typedTags(typed);
    setMissing(names.length === 0);
    if (names.length === 0) return;
    const seen = worklogs.map(({ id, version }) => ({ id, version }));
    change.mutate({ companyId, worklogs: seen, [list]: names });
  };
  return (
    <SelectionBar
      label={m.approvals_selection()}
      text={m.approvals_selected({ count: worklogs.length })}
      onClear={onClear}
    >
      <div className={classes.change}>
        <TagNamesField
          label={m.tags_of_selected()}
          value={typed}
          onChange={(next) => {
            setMissing(false);
            setTyped(next);
          }}
          error={isMissing ? m.reason_field_required() : change.isError ? problemText(change.error) : null}
        />
        <div className={classes.actions}>
          <Button variant="default" disabled={change.isPending} onClick={() => send('remove')}>
            {m.tags_remove()}
          </Button>
          <Button loading={change.isPending} onClick={() => send('add')}>
            {m.tags_add()}
          </Button>
        </div>
      </div>
    </SelectionBar>
  );
}
