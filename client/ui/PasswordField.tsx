import { PasswordInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { passwordMinimumLength, passwordStrength } from '#domain/passwords.ts';
import { m } from '#locales/messages.js';
import classes from './form.module.css';

export type PasswordFieldProps = {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** Words that make a new password weak: the name and the address of the person. */
  personal?: () => readonly string[];
  /** What `form.getInputProps(name)` gives. */
  inputProps: { onChange?: (event: ChangeEvent<HTMLInputElement>) => void };
};

const strengthLabels = {
  weak: m.password_strength_weak,
  fair: m.password_strength_fair,
  good: m.password_strength_good,
  strong: m.password_strength_strong,
};

/** A password that can be shown and pasted. A new one is told its strength while it is typed. */
export function PasswordField({ label, autoComplete, personal, inputProps }: PasswordFieldProps) {
  const [typed, setTyped] = useState('');
  const [isShown, setShown] = useState(false);
  const isNew = autoComplete === 'new-password';
  const facts = { minimumLength: passwordMinimumLength, personal: personal?.() ?? [] };
  const strength = isNew && typed !== '' ? passwordStrength(typed, facts) : null;
  return (
    <div>
      <PasswordInput
        label={label}
        autoComplete={autoComplete}
        withAsterisk={false}
        description={isNew ? m.password_rules() : undefined}
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{ 'aria-label': isShown ? m.password_hide() : m.password_show(), tabIndex: 0 }}
        {...inputProps}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          inputProps.onChange?.(event);
        }}
      />
      {isNew && (
        <div className={classes.strength} data-strength={strength ?? 'none'} role="status">
          <span className={classes.strengthBar} aria-hidden />
          <span className="small dimmed">{strength ? strengthLabels[strength]() : ''}</span>
        </div>
      )}
    </div>
  );
}
