import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { apiQuery } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import entries from '../ui/entries.module.css';
import { focusSelf } from '../ui/focus-on-mount.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { PasskeyRow } from './PasskeyRow.tsx';

/** Passkeys of the account. */
export function Passkeys() {
  const list = useQuery(apiQuery('session', 'GET /account/passkeys', {}));
  const [step, setStep] = useState<'idle' | 'add' | 'back'>('idle');
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
            // Remounts the button when a passkey was added or removed, so that it gets the focus again.
            key={passkeys.length}
            ref={step === 'back' ? focusSelf : undefined}
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

/** Browsers offer passkeys on secure pages (HTTPS or localhost) only. */
const canMakePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';
