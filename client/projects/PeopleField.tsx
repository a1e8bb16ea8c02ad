import { Checkbox, Skeleton, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { m } from '#locales/messages.js';
import { isFound } from '../ui/rows.ts';
import type { ProjectForm } from './project-form.ts';
import classes from './projects.module.css';

type Person = { userId: string; name: string };

type Props = {
  form: ProjectForm;
  field: 'managerIds' | 'workerIds';
  label: string;
  text: string;
  /** Undefined while they are on their way. */
  people: readonly Person[] | undefined;
  isFailed: boolean;
  /** Cannot be taken away: a manager who leaves a project could not save it. */
  lockedId?: string | null;
};

const searchFrom = 8;
/** Nobody scrolls further; the search finds the rest. */
const shownAtOnce = 100;

/** A list of people to tick; with many of them, a search. Those already chosen come first. */
export function PeopleField({ form, field, label, text, people, isFailed, lockedId = null }: Props) {
  const [search, setSearch] = useState('');
  const textId = useId();
  const [atFirst] = useState(() => new Set(form.getValues()[field]));
  const chosen = new Set(form.getValues()[field]);
  const found = (people ?? []).filter(({ name }) => isFound(search, name));
  const ordered = [
    ...found.filter(({ userId }) => atFirst.has(userId)),
    ...found.filter(({ userId }) => !atFirst.has(userId)),
  ];
  const toggle = (userId: string) => {
    const next = new Set(chosen);
    if (!next.delete(userId)) next.add(userId);
    form.setFieldValue(field, [...next]);
  };
  const error = form.errors[field];
  return (
    <fieldset className={classes.group} data-path={field} tabIndex={-1} aria-describedby={textId}>
      <legend>
        {label} <span className={classes.count}>{chosen.size > 0 && m.projects_chosen({ count: chosen.size })}</span>
      </legend>
      <p className={classes.groupText} id={textId}>
        {text}
      </p>
      {people && people.length >= searchFrom && (
        <TextInput
          type="search"
          aria-label={m.ui_search_in({ label })}
          placeholder={m.ui_search()}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {people ? (
        <div className={classes.people}>
          {ordered.slice(0, shownAtOnce).map(({ userId, name }) => (
            <Checkbox
              key={userId}
              label={name}
              checked={chosen.has(userId)}
              disabled={userId === lockedId && chosen.has(userId)}
              onChange={() => toggle(userId)}
            />
          ))}
          {ordered.length > shownAtOnce && (
            <p className="dimmed small">{m.projects_more_people({ count: ordered.length - shownAtOnce })}</p>
          )}
          {ordered.length === 0 && <p className="dimmed small">{m.ui_nothing_found()}</p>}
        </div>
      ) : (
        <PeopleWaiting isFailed={isFailed} />
      )}
      {error && <p className={classes.wrong}>{error}</p>}
    </fieldset>
  );
}

const PeopleWaiting = ({ isFailed }: { isFailed: boolean }) =>
  isFailed ? <p className={classes.wrong}>{m.projects_people_failed()}</p> : <Skeleton height={120} />;
