import { m } from '#locales/messages.js';
import { MultiSelectFilter } from '../ui/MultiSelectFilter.tsx';
import { useClientChoices } from './client-choices.ts';

type Props = { value: string[]; onChange: (value: string[]) => void };

/** For lists and reports of a company that has clients. */
export const ClientFilter = ({ value, onChange }: Props) => (
  <MultiSelectFilter
    label={m.clients_client()}
    allLabel={m.clients_all()}
    choices={useClientChoices(value)}
    value={value}
    onChange={onChange}
  />
);
