import { useId, useState } from 'react';
import type { Tag } from '#contract/tags.ts';
import { maxTagNameLength } from '#domain/tags.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { affectedBy, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { problemText } from '../ui/problem-text.ts';
import { TextField } from '../ui/TextField.tsx';
import { useTags } from '../worklog/tag-choices.ts';
import { NewNameForm } from './NamesDialog.tsx';
import classes from './names.module.css';

type Props = { tag: Tag; onDone: () => void };

export function RenameTag({ tag: { id: tagId, name }, onDone }: Props) {
  const { id: companyId } = useCompany();
  const rename = useApiMutation('PATCH /companies/{companyId}/tags/{tagId}', {
    invalidates: affectedBy.worklogs,
    onDone: (renamed) => {
      showToast(m.tags_renamed({ name: renamed.name }), { type: 'success' });
      onDone();
    },
  });
  return (
    <NewNameForm
      name={name}
      label={m.tags_name()}
      saveLabel={m.tags_save()}
      maxLength={maxTagNameLength}
      isPending={rename.isPending}
      error={rename.error}
      onRename={(typed) => rename.mutate({ companyId, tagId, name: typed })}
    />
  );
}

/** Another tag is found by typing its name. */
export function MergeTag({ tag: { id: tagId, name }, onDone }: Props) {
  const { id: companyId } = useCompany();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const tags = useTags([]);
  const others = tags.options.filter(({ value }) => value !== tagId);
  const merge = useApiMutation('POST /companies/{companyId}/tags/{tagId}/merge', {
    invalidates: affectedBy.worklogs,
    onDone: (into) => {
      showToast(m.tags_merged({ name, into: into.name }), { type: 'success' });
      onDone();
    },
  });
  const submit = () => {
    const into = others.find(({ label }) => label.toLowerCase() === typed.trim().toLowerCase());
    setUnknown(!into);
    if (into) merge.mutate({ companyId, tagId, intoId: into.value });
  };
  return (
    <Form className={classes.form} onSubmit={submit}>
      <TextField
        label={m.tags_merge_into()}
        value={typed}
        required
        autoFocus
        autoComplete="off"
        list={listId}
        onChange={({ currentTarget }) => {
          setUnknown(false);
          setTyped(currentTarget.value);
          tags.onSearch(currentTarget.value);
        }}
        error={isUnknown ? m.tags_merge_unknown() : merge.isError && problemText(merge.error)}
      />
      <datalist id={listId}>
        {others.map(({ value, label }) => (
          <option key={value} value={label} />
        ))}
      </datalist>
      <Button type="submit" loading={merge.isPending}>
        {m.tags_merge()}
      </Button>
    </Form>
  );
}
