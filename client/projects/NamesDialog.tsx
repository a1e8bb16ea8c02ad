import type { UseQueryResult } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form } from '../ui/Form.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { problemText } from '../ui/problem-text.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { TextField } from '../ui/TextField.tsx';
import classes from './names.module.css';

/** A button that opens a list of names. It stays while the list is open, also if the last name was deleted. */
export function NamesButton({
  title,
  isOffered,
  children,
}: {
  title: string;
  isOffered: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!isOffered && !isOpen) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog isOpen={isOpen} title={title} onClose={() => setOpen(false)}>
        {children}
      </Dialog>
    </>
  );
}

type NameListProps<T> = {
  list: UseQueryResult<{ found: readonly T[]; hasMore: boolean }>;
  text: string;
  search: { label: string; value: string; onChange: (value: string) => void };
  row: (item: T) => ReactNode;
};

/** Names, searchable if not all of them fit. `row` renders a `NameRow`. */
export function NameList<T>({ list, text, search, row }: NameListProps<T>) {
  if (list.isPending) return <SkeletonRows rows={4} height={44} />;
  if (list.isError) return <ErrorState error={list.error} onRetry={list.refetch} />;
  const { found, hasMore } = list.data;
  return (
    <div className={classes.names}>
      <p className="dimmed">{text}</p>
      {(hasMore || search.value !== '') && <SearchField {...search} />}
      <ul className={classes.list}>{found.map(row)}</ul>
      <p className="dimmed small" role="status">
        {noteOf(search.value, found.length, hasMore)}
      </p>
    </div>
  );
}

function noteOf(search: string, found: number, hasMore: boolean): string | null {
  if (hasMore) return m.ui_more_fit();
  if (found > 0) return null;
  return search === '' ? m.ui_nothing_to_choose() : m.ui_nothing_fits({ search });
}

type NameForm = { label: string; icon: ReactNode; form: (close: () => void) => ReactNode };

type NameRowProps = {
  name: string;
  note?: string;
  rename: Omit<NameForm, 'icon'>;
  merge?: NameForm;
  /** Left out where the name is in use. */
  deletion: { label: string; isPending: boolean; onDelete: () => void } | false;
};

/** A name with its actions. At most one of the forms is open, below the name. */
export function NameRow({ name, note, rename, merge, deletion }: NameRowProps) {
  const [opened, setOpened] = useState<NameForm | null>(null);
  const forms: NameForm[] = [{ ...rename, icon: <Pencil size={16} aria-hidden /> }, ...(merge ? [merge] : [])];
  const node = useRef<HTMLLIElement>(null);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || opened === null) return;
    // Ends the editing of this name. The dialog stays open.
    event.preventDefault();
    setOpened(null);
    node.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
  };
  return (
    <li ref={node} onKeyDown={press}>
      <div className={classes.row}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {note !== undefined && <span className="dimmed small numeric">{note}</span>}
        {forms.map((one) => (
          <IconButton
            key={one.label}
            aria-label={one.label}
            aria-expanded={opened?.label === one.label}
            onClick={() => setOpened(opened?.label === one.label ? null : one)}
          >
            {one.icon}
          </IconButton>
        ))}
        {deletion && (
          <IconButton aria-label={deletion.label} disabled={deletion.isPending} onClick={deletion.onDelete}>
            <Trash size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      {opened?.form(() => setOpened(null))}
    </li>
  );
}

type NewNameFormProps = {
  name: string;
  label: string;
  saveLabel: string;
  maxLength: number;
  isPending: boolean;
  error: Error | null;
  onRename: (name: string) => void;
};

export function NewNameForm({ name, label, saveLabel, maxLength, isPending, error, onRename }: NewNameFormProps) {
  const [typed, setTyped] = useState(name);
  return (
    <Form className={classes.form} onSubmit={() => onRename(typed)}>
      <TextField
        label={label}
        value={typed}
        required
        autoFocus
        autoComplete="off"
        maxLength={maxLength}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={error && problemText(error)}
      />
      <Button type="submit" loading={isPending}>
        {saveLabel}
      </Button>
    </Form>
  );
}
