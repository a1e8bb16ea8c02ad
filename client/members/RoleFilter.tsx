import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { roleOptions } from '../role-labels.ts';
import { fixedChoices } from '../ui/choices.ts';
import { MultiSelectFilter } from '../ui/MultiSelectFilter.tsx';

type Props = { value: readonly Role[]; onChange: (value: string[]) => void };

/** Members or invites with some of the roles; none chosen means all. */
export const RoleFilter = ({ value, onChange }: Props) => (
  <MultiSelectFilter
    label={m.users_role_filter()}
    allLabel={m.users_all_roles()}
    choices={fixedChoices(roleOptions())}
    value={value}
    onChange={onChange}
  />
);
