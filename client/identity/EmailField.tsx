import { m } from '#locales/messages.js';
import type { DraftForm } from '../ui/draft-form.ts';
import { TextField } from '../ui/TextField.tsx';

type Props<V extends Record<string, unknown>> = {
  form: DraftForm<V>['form'];
  autoComplete?: 'username' | 'username webauthn';
};

/** The email of the account, with the `autocomplete` values that password managers and passkeys need. */
export const EmailField = <V extends { email: string }>({ form, autoComplete = 'username' }: Props<V>) => (
  <TextField
    label={m.session_email()}
    type="email"
    autoComplete={autoComplete}
    inputMode="email"
    key={form.key('email')}
    {...form.getInputProps('email')}
  />
);
