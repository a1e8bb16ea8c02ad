import { m } from '#locales/messages.js';
import type { DraftForm } from './draft-form.ts';
import { TextField } from './TextField.tsx';

type Props<V extends Record<string, unknown>> = {
  form: DraftForm<V>['form'];
  label?: string;
  /** What password managers and passkeys need. */
  autoComplete?: 'email' | 'off' | 'username webauthn';
};

/** The field `email` of a form; by default the email of the account. */
export const EmailField = <V extends { email: string }>({ form, label, autoComplete }: Props<V>) => (
  <TextField
    label={label ?? m.session_email()}
    type="email"
    autoComplete={autoComplete ?? 'username'}
    inputMode="email"
    key={form.key('email')}
    {...form.getInputProps('email')}
  />
);
