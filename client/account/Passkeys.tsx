import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { read } from '../queries.ts';
import entries from '../ui/entries.module.css';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { takeFocus } from './entering.ts';
import { PasskeyRow } from './PasskeyRow.tsx';

/** What opens the account by a finger, a face or a PIN. */
export function Passkeys() {
  const list = useQuery(read('session', 'GET /account/passkeys', {}));
  const [step, setStep] = useState<'rest' | 'add' | 'back'>('rest');
  if (list.isPending) return <SkeletonRows rows={1} height={56} />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  const { passkeys } = list.data;
  const goBack = () => setStep('back');
  return (
    <>
      {passkeys.length === 0 && <p className="dimmed">{m.account_passkeys_none()}</p>}
      {passkeys.length > 0 && (
        <ul className={entries.entries}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={entries.entry}>
              <PasskeyRow passkey={passkey} onGone={goBack} />
            </li>
          ))}
        </ul>
      )}
      {step === 'add' && <AddPasskey onDone={goBack} onCancel={goBack} />}
      {step !== 'add' && canMakePasskeys() && (
        <div>
          <Button
            variant="default"
            // A new button where one has gone or come, so that it takes the focus again.
            key={passkeys.length}
            ref={step === 'back' ? takeFocus : undefined}
            onClick={() => setStep('add')}
          >
            {m.account_passkey_add()}
          </Button>
        </div>
      )}
      {!canMakePasskeys() && <p className="dimmed">{m.account_passkeys_unsupported()}</p>}
    </>
  );
}

/** Browsers make them on secure pages only. */
const canMakePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';
