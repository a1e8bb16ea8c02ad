import { m } from '#locales/messages.js';
import { TextField, type TextFieldProps } from '../ui/TextField.tsx';

/** A code of the authenticator app, or a recovery code. */
export function FactorCodeField({ inputProps }: { inputProps: Omit<TextFieldProps, 'label'> }) {
  return (
    <TextField
      label={m.account_factor_either_code()}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...inputProps}
    />
  );
}
