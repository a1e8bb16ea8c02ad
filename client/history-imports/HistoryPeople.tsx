import type { HistoryDetails } from '#contract/history-imports.ts';
import { m } from '#locales/messages.js';
import { api } from '../api.ts';
import { useAuth, useCompany } from '../auth.ts';
import { useChoices } from '../ui/choices.ts';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import { HistoryExamples } from './HistoryExamples.tsx';
import classes from './history.module.css';

/** Key of a person of the files → the member, or null for a new one. */
export type ChosenPeople = ReadonlyMap<string, string | null>;

type Props = { details: HistoryDetails; chosen: ChosenPeople; onChange: (chosen: ChosenPeople) => void };

type Names = ReadonlyMap<string, string>;

/** People of the files with the member that they are, which can be changed before the next check. Who is found by address is certain. */
export function HistoryPeople({ details, ...rest }: Props) {
  const { plan } = useCompany();
  const { user } = useAuth();
  const people = details.people.filter(({ isFoundByAddress, isChosen }) => !isFoundByAddress || isChosen);
  const certain = details.people.length - people.length;
  if (people.length === 0) return null;
  const props = { ...rest, details: { ...details, people } };
  const own: Names = new Map(user ? [[user.uid, user.name]] : []);
  return (
    <fieldset className={classes.people}>
      <legend>{m.history_people()}</legend>
      <p className="dimmed">{m.history_people_text()}</p>
      {certain > 0 && <p className="dimmed">{m.history_people_certain({ count: certain })}</p>}
      {plan === 'Premium' ? <AmongMembers {...props} /> : <PeopleFields {...props} members={own} />}
    </fieldset>
  );
}

/** A company without seats has no other active members to choose from. */
function AmongMembers(props: Props) {
  const { id: companyId } = useCompany();
  const chosen = [...props.chosen.values()].filter((id) => id !== null);
  const members = useChoices(chosen, {
    key: ['members', 'history', companyId],
    load: (input, signal) => api('GET /companies/{companyId}/workers', { companyId, ...input }, { signal }),
    optionOf: ({ userId, name }) => ({ value: userId, label: name }),
  });
  const names = new Map([...members.chosen, ...members.options].map(({ value, label }) => [value, label]));
  return (
    <>
      {(members.hasMore || members.search !== '') && (
        <TextField
          label={m.history_find_members()}
          value={members.search}
          onChange={(event) => members.onSearch(event.currentTarget.value)}
        />
      )}
      <PeopleFields {...props} members={names} />
    </>
  );
}

/** The rows of somebody with an open invite wait until they are a member. */
const waits = 'waits';

function PeopleFields({ details: { people, files }, chosen, onChange, members }: Props & { members: Names }) {
  const choose = (key: string, value: string) => {
    const next = new Map([...chosen, [key, value === '' ? null : value]]);
    if (value === waits) next.delete(key);
    onChange(next);
  };
  return people.map(({ personKey, name, userId, memberName, isInvited, rows, examples }) => {
    const options = new Map(members);
    if (userId !== null) options.set(userId, memberName ?? '');
    const isNamed = personKey !== '';
    const byItself = isInvited ? waits : (userId ?? '');
    return (
      <div key={personKey}>
        <Select
          label={isNamed ? m.history_person_is({ name }) : m.history_person_nobody()}
          value={chosen.has(personKey) ? (chosen.get(personKey) ?? '') : byItself}
          onChange={(event) => choose(personKey, event.currentTarget.value)}
          options={[
            ...(isInvited ? [{ value: waits, label: m.history_person_invited() }] : []),
            { value: '', label: isNamed ? m.history_person_new() : m.history_person_skip() },
            ...[...options].map(([value, label]) => ({ value, label })),
          ]}
        />
        <HistoryExamples rows={rows} examples={examples} files={files} />
      </div>
    );
  });
}
