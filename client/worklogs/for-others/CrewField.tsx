import { useId } from 'react';
import { m } from '#locales/messages.js';
import { api } from '../../api.ts';
import { useCompany } from '../../auth.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { type Choices, useChoices } from '../../ui/choices.ts';
import classes from './for-others.module.css';
import type { CrewMember } from './use-for-others.ts';

type Props = {
  taskId: string;
  value: readonly CrewMember[];
  error: string | null;
  onChange: (people: readonly CrewMember[]) => void;
};

/** Whom the worklog is entered for: people who work on the task. */
export function CrewField({ taskId, value, error, onChange }: Props) {
  const errorId = useId();
  return (
    <fieldset
      className={classes.people}
      data-path="workerIds"
      tabIndex={-1}
      data-refusal={error === null ? undefined : true}
      aria-describedby={error === null ? undefined : errorId}
    >
      <legend>
        {m.for_others_people()}{' '}
        <span className="dimmed small">{value.length > 0 && m.projects_chosen({ count: value.length })}</span>
      </legend>
      {taskId === '' ? (
        <p className="dimmed small">{m.for_others_people_first()}</p>
      ) : (
        <PeopleOfTask key={taskId} taskId={taskId} value={value} onChange={onChange} />
      )}
      {error !== null && (
        <p id={errorId} className={classes.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function PeopleOfTask({ taskId, value, onChange }: Omit<Props, 'error'>) {
  const { id: companyId } = useCompany();
  const ids = value.map(({ userId }) => userId);
  const people = useChoices<CrewMember>(ids, {
    key: ['members', 'enterable', companyId, taskId],
    load: (input, signal) =>
      api('GET /companies/{companyId}/enterable-tasks/{taskId}/people', { companyId, taskId, ...input }, { signal }),
    optionOf: ({ userId, name }) => ({ value: userId, label: name }),
  });
  const toggle = (person: CrewMember) =>
    onChange(ids.includes(person.userId) ? value.filter(({ userId }) => userId !== person.userId) : [...value, person]);
  return (
    <ChoiceList
      label={m.for_others_people()}
      choices={people}
      first={<Everyone people={people} value={value} onChange={onChange} />}
      isInForm
    >
      {({ value: userId, label: name }) => (
        <Checkbox key={userId} label={name} checked={ids.includes(userId)} onChange={() => toggle({ userId, name })} />
      )}
    </ChoiceList>
  );
}

type EveryoneProps = Pick<Props, 'value' | 'onChange'> & { people: Choices };

/** Chooses all people of the task, where the list shows them all. */
function Everyone({ people: { options, hasMore }, value, onChange }: EveryoneProps) {
  if (hasMore || options.length < 2) return null;
  const isChosen = (userId: string) => value.some((one) => one.userId === userId);
  const areAllChosen = options.every((option) => isChosen(option.value));
  return (
    <Checkbox
      className={classes.everyone ?? ''}
      label={<strong>{m.for_others_everyone({ count: options.length })}</strong>}
      checked={areAllChosen}
      indeterminate={!areAllChosen && value.length > 0}
      onChange={() => onChange(areAllChosen ? [] : options.map(({ value: userId, label: name }) => ({ userId, name })))}
    />
  );
}
