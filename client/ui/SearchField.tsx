import Search from 'lucide-react/icons/search';
import { useDebouncedInput } from './debounced-input.ts';
import classes from './search-field.module.css';
import { TextField } from './TextField.tsx';

export type SearchFieldProps = {
  label: string;
  value: string;
  /** Debounced. */
  onChange: (value: string) => void;
};

/** The search field of a list. It has its own state, independent of the URL; reset it by another `key`. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { typed, type } = useDebouncedInput(value, onChange);
  return (
    <TextField
      type="search"
      classNames={{ root: classes.search }}
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={16} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
