import { lazy, Suspense, useState } from 'react';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { useApiMutation } from '../queries.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { focusFirstField } from '../ui/focus-on-mount.ts';
import { TextField } from '../ui/TextField.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import classes from './factors.module.css';

// The library for QR codes is only needed here.
const QrCode = lazy(() => import('./QrCode.tsx').then((module) => ({ default: module.QrCode })));

type Props = { onDone: (recoveryCodes: readonly string[]) => void; onCancel: () => void };

/** Turns the second factor on: password, QR code for the authenticator app, its first code. */
export function FactorSetup({ onDone, onCancel }: Props) {
  const [setup, setSetup] = useState<ApiOutput<'POST /account/second-factor'> | null>(null);
  const begin = useApiMutation('POST /account/second-factor', { invalidates: [] });
  if (setup) return <FirstCode {...setup} onDone={onDone} onCancel={onCancel} />;
  return (
    <ConfirmForm
      name="factor-begin"
      asksForCode={false}
      submitLabel={m.account_continue()}
      onConfirm={async ({ currentPassword }) => setSetup(await begin.mutateAsync({ currentPassword }))}
      onCancel={onCancel}
    />
  );
}

function FirstCode({ secret, url, onDone, onCancel }: Props & { secret: string; url: string }) {
  const turnOn = useApiMutation('PUT /account/second-factor', { invalidates: ['session'] });
  const draft = useDraftForm({
    name: 'account:factor-on',
    initialValues: { code: '' },
    required: ['code'],
    secrets: ['code'],
  });
  return (
    <div ref={focusFirstField}>
      <FormShell
        draft={draft}
        submitLabel={m.account_factor_turn_on()}
        onCancel={onCancel}
        onSubmit={async ({ code }) => onDone((await turnOn.mutateAsync({ code })).recoveryCodes)}
      >
        <p>{m.account_factor_scan()}</p>
        <div className={classes.qrFrame}>
          <Suspense>
            <QrCode text={url} label={m.account_factor_qr()} />
          </Suspense>
        </div>
        <div>
          <p>{m.account_factor_by_hand()}</p>
          <div className={classes.manualSetup}>
            <code className={classes.setupKey}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton text={secret} />
          </div>
        </div>
        <TextField
          label={m.account_factor_code()}
          autoComplete="one-time-code"
          inputMode="numeric"
          key={draft.form.key('code')}
          {...draft.form.getInputProps('code')}
        />
      </FormShell>
    </div>
  );
}
