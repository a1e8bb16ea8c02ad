import type { DraftForm } from './draft-form.ts';
import { TextField } from './TextField.tsx';

type Props<V extends Record<string, unknown>> = {
  form: DraftForm<V>['form'];
  label: string;
  /** What password managers and passkeys need. */
  autoComplete: 'email' | 'off' | 'username' | 'username webauthn';
};

/** The field `email` of a form. */
export const EmailField = <V extends { email: string }>({ form, label, autoComplete }: Props<V>) => (
  <TextField
    label={label}
    type="email"
    autoComplete={autoComplete}
    inputMode="email"
    key={form.key('email')}
    {...form.getInputProps('email')}
  />
);
