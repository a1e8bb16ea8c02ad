import { TextInput, type TextInputProps } from '@mantine/core';
import { m } from '#locales/messages.js';

/** A code of the authenticator app, or a recovery code. */
export function FactorCodeField({ inputProps }: { inputProps: TextInputProps }) {
  return (
    <TextInput
      label={m.account_factor_either_code()}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...inputProps}
    />
  );
}
