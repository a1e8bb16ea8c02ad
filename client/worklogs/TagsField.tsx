import { useId } from 'react';
import { typedTags } from '#domain/tag-lists.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../auth.ts';
import { TextField } from '../ui/TextField.tsx';
import { useTagNames } from '../worklog/tag-choices.ts';
import type { EntryFieldProps } from './fields.ts';

/** Not shown in a company without tags, unless the worklog names one (quick entry). */
export function TagsField(props: EntryFieldProps) {
  const { hasTags } = useCompany();
  return hasTags || props.entry.tags !== '' ? <ShownTagsField {...props} /> : null;
}

const ShownTagsField = ({ entry, errors, onChange }: EntryFieldProps) => (
  <TagNamesField
    label={m.tags_field()}
    value={entry.tags}
    onChange={(tags) => onChange({ ...entry, tags })}
    error={errors.tags?.message}
  />
);

type Props = { label: string; value: string; onChange: (value: string) => void; error?: string | null | undefined };

/** Names with commas between them; the one that is being typed is completed from those of the company. Another name creates a tag. */
export function TagNamesField({ label, value, onChange, error }: Props) {
  const listId = useId();
  const { names, isNew, onSearch } = useTagNames();
  const typed = typedTags(value);
  const complete = value.slice(0, value.lastIndexOf(',') + 1);
  const added = typed.filter(isNew);
  return (
    <>
      <TextField
        label={label}
        description={
          added.length > 0 ? m.tags_field_new({ names: added.map(isolated).join(', ') }) : m.tags_field_text()
        }
        autoComplete="off"
        name="tags"
        list={listId}
        value={value}
        error={error}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          onSearch(typedTags(currentTarget.value).at(-1) ?? '');
        }}
      />
      <datalist id={listId}>
        {names
          .filter((name) => !typed.includes(name))
          .map((name) => (
            <option key={name} value={complete === '' ? name : `${complete} ${name}`} />
          ))}
      </datalist>
    </>
  );
}
