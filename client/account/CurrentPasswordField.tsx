import { m } from '#locales/messages.js';
import type { DraftForm } from '../ui/draft-form.ts';
import { PasswordField } from '../ui/PasswordField.tsx';

type Props<V extends Record<string, unknown>> = { form: DraftForm<V>['form'] };

/** Who is there, asked once more: every grave change of the account has this field, called `currentPassword`. */
export const CurrentPasswordField = <V extends { currentPassword: string }>({ form }: Props<V>) => (
  <PasswordField
    label={m.account_current_password()}
    autoComplete="current-password"
    key={form.key('currentPassword')}
    inputProps={form.getInputProps('currentPassword')}
  />
);
