import type { ReactNode } from 'react';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { focusFirstField } from '../ui/focus-on-mount.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { FactorCodeField } from './FactorCodeField.tsx';
import classes from './factors.module.css';

type Props = {
  /** Key of the draft: forms on one page must not share it. */
  name: string;
  /** Set if a second factor is turned on and the confirmed change could bypass it. */
  asksForCode: boolean;
  submitLabel: string;
  /** For actions that cannot be undone. */
  isDangerous?: boolean;
  onConfirm: (proof: { currentPassword: string; code: string }) => Promise<unknown>;
  onCancel: () => void;
  children?: ReactNode;
};

/** Asks for the password before credentials of the account are changed. */
export function ConfirmForm({
  name,
  asksForCode,
  submitLabel,
  isDangerous = false,
  onConfirm,
  onCancel,
  children,
}: Props) {
  const draft = useDraftForm({
    name: `account:${name}`,
    initialValues: { currentPassword: '', code: '' },
    required: asksForCode ? ['currentPassword', 'code'] : ['currentPassword'],
    secrets: ['currentPassword', 'code'],
  });
  const { form } = draft;
  return (
    <div ref={focusFirstField} className={classes.step}>
      <FormShell
        draft={draft}
        submitLabel={submitLabel}
        isSecondary
        isDangerous={isDangerous}
        onSubmit={onConfirm}
        onCancel={onCancel}
      >
        {children}
        <CurrentPasswordField form={form} />
        {asksForCode && <FactorCodeField key={form.key('code')} inputProps={form.getInputProps('code')} />}
      </FormShell>
    </div>
  );
}
