import { m } from '#locales/messages.js';
import { MultiSelectFilter } from '../ui/MultiSelectFilter.tsx';
import { useTagChoices } from './tag-choices.ts';

type Props = { value: string[]; onChange: (value: string[]) => void };

/** For lists and reports of a company that has tags. */
export const TagFilter = ({ value, onChange }: Props) => (
  <MultiSelectFilter
    label={m.tags_tags()}
    allLabel={m.tags_all()}
    choices={useTagChoices(value)}
    value={value}
    onChange={onChange}
  />
);
