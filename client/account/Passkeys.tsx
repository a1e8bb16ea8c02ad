import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { apiQuery } from '../queries.ts';
import { AddableEntries } from '../ui/AddableEntries.tsx';
import entries from '../ui/entries.module.css';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { PasskeyRow } from './PasskeyRow.tsx';

/** Passkeys of the account. */
export function Passkeys() {
  const list = useQuery(apiQuery('session', 'GET /account/passkeys', {}));
  if (list.isPending) return <SkeletonRows rows={1} height={56} />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  return (
    <>
      <AddableEntries
        rows={list.data.passkeys}
        none={m.account_passkeys_none()}
        add={canMakePasskeys() ? m.account_passkey_add() : null}
        renderRow={(passkey, onGone) => (
          <li className={entries.entry}>
            <PasskeyRow passkey={passkey} onGone={onGone} />
          </li>
        )}
        renderForm={(onClose) => <AddPasskey onDone={onClose} onCancel={onClose} />}
      />
      {!canMakePasskeys() && <p className="dimmed">{m.account_passkeys_unsupported()}</p>}
    </>
  );
}

/** Browsers offer passkeys on secure pages (HTTPS or localhost) only. */
const canMakePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';
