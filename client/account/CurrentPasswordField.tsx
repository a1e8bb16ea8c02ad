import { m } from '#locales/messages.js';
import type { DraftForm } from '../ui/draft-form.ts';
import { PasswordField } from '../ui/PasswordField.tsx';

type Props<V extends Record<string, unknown>> = { form: DraftForm<V>['form'] };

/** The field `currentPassword` of every security-relevant change of the account. */
export const CurrentPasswordField = <V extends { currentPassword: string }>({ form }: Props<V>) => (
  <PasswordField
    label={m.account_current_password()}
    autoComplete="current-password"
    key={form.key('currentPassword')}
    inputProps={form.getInputProps('currentPassword')}
  />
);
