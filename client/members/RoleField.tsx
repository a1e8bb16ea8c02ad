import { type ReactNode, useId } from 'react';
import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { useCan } from '../auth.ts';
import { roleOptions } from '../role-labels.ts';
import { Radio } from '../ui/Checkbox.tsx';
import classes from './members.module.css';

type Props = {
  value: Role;
  onChange: (role: Role) => void;
  isDisabled?: boolean;
  error?: ReactNode;
};

/** Radio buttons for the five roles with their descriptions. */
export function RoleField({ value, onChange, isDisabled = false, error }: Props) {
  const name = useId();
  // Roles are chosen by admins, who log where everyone does.
  const isEveryoneLogging = useCan('worklogs.submit');
  const areManagersEntering = useCan('worklogs.enter');
  return (
    <fieldset className={classes.roles} disabled={isDisabled} data-path="role">
      <legend>{m.users_role()}</legend>
      <p className="dimmed small">{isEveryoneLogging ? m.users_role_everyone_logs() : m.users_role_workers_log()}</p>
      {areManagersEntering && <p className="dimmed small">{m.users_role_for_others()}</p>}
      {roleOptions().map((option) => (
        <Radio
          key={option.value}
          name={name}
          label={option.label}
          description={roleDescriptions[option.value]()}
          checked={value === option.value}
          disabled={isDisabled}
          onChange={() => onChange(option.value)}
        />
      ))}
      {error && (
        <p className={classes.wrong} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const roleDescriptions: Record<Role, () => string> = {
  'company admin': m.users_role_company_admin,
  manager: m.users_role_manager,
  worker: m.users_role_worker,
  reviewer: m.users_role_reviewer,
  'timesheet approver': m.users_role_timesheet_approver,
};
