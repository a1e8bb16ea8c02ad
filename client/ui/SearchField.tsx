import { TextInput } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import classes from './search-field.module.css';
import { useTyped } from './typed.ts';

export type SearchFieldProps = {
  label: string;
  value: string;
  /** When the hands rest: the list answers while one types. */
  onChange: (value: string) => void;
};

/** The search of a list. What is typed never waits for the address; give it another `key` to start anew. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { typed, type } = useTyped(value, onChange);
  return (
    <TextInput
      type="search"
      className={classes.search ?? ''}
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={16} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
