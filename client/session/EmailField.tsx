import { m } from '#locales/messages.js';
import type { DraftForm } from '../ui/draft-form.ts';
import { TextField } from '../ui/TextField.tsx';

type Props<V extends Record<string, unknown>> = {
  form: DraftForm<V>['form'];
  autoComplete?: 'username' | 'username webauthn';
};

/** Whose account it is. Password managers and passkeys go by it. */
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
