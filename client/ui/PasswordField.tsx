import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ChangeEvent, useState } from 'react';
import type { PasswordStrength, passwordStrength } from '#domain/password-strength.ts';
import { m } from '#locales/messages.js';
import { minPasswordLengthStore } from '../auth.ts';
import { useStore } from '../storage.ts';
import fieldClasses from './field.module.css';
import classes from './form.module.css';
import { TextField } from './TextField.tsx';

export type PasswordFieldProps = {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** Words that make a new password weak: the name, the email and the companies of the user. */
  personal?: () => readonly string[];
  /** Result of `form.getInputProps(name)`. */
  inputProps: { onChange?: (event: ChangeEvent<HTMLInputElement>) => void };
};

const strengthLabels: Record<PasswordStrength, () => string> = {
  weak: m.password_strength_weak,
  fair: m.password_strength_fair,
  good: m.password_strength_good,
  strong: m.password_strength_strong,
};

type StrengthRules = { passwordStrength: typeof passwordStrength };

/** A password that can be revealed and pasted. For a new one, shows its strength while typing, by the rules of the server. */
export function PasswordField({ label, autoComplete, personal, inputProps }: PasswordFieldProps) {
  const [typed, setTyped] = useState('');
  const [isShown, setShown] = useState(false);
  const isNew = autoComplete === 'new-password';
  const minLength = useStore(minPasswordLengthStore);
  const [rules, setRules] = useState<StrengthRules | null>(null);
  // They include the list of common words, which pages without a new password do not need.
  const loadRules = () => {
    if (isNew && !rules) import('#domain/password-strength.ts').then(setRules, () => {});
  };
  const strength =
    rules && typed !== '' ? rules.passwordStrength(typed, { minLength, personal: personal?.() ?? [] }) : null;
  return (
    <div>
      <TextField
        label={label}
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        description={isNew ? m.password_rules({ minimum: minLength }) : undefined}
        rightSection={<Reveal isShown={isShown} onChange={setShown} />}
        {...inputProps}
        onChange={(event) => {
          loadRules();
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

type RevealProps = { isShown: boolean; onChange: (isShown: boolean) => void };

function Reveal({ isShown, onChange }: RevealProps) {
  const Icon = isShown ? EyeOff : Eye;
  return (
    <button
      type="button"
      className={fieldClasses.reveal}
      aria-label={isShown ? m.password_hide() : m.password_show()}
      onClick={() => onChange(!isShown)}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
