import type { ReactNode } from 'react';
import type { AccountCredentials } from '#contract/credentials.ts';
import { m } from '#locales/messages.js';
import { Checkbox } from '../ui/Checkbox.tsx';
import { deviceName } from '../ui/device.ts';
import entries from '../ui/entries.module.css';
import { formatDate } from '../ui/format.ts';
import { InstantText } from '../ui/texts.tsx';
import classes from './identity.module.css';

type Props = {
  credentials: AccountCredentials;
  keptIds: ReadonlySet<string>;
  onKeep: (id: string, isKept: boolean) => void;
};

/** With a new password: a checkbox to keep each passkey and token, and the sessions that will end. */
export function KeepCredentials({ credentials: { passkeys, tokens, sessions }, keptIds, onKeep }: Props) {
  const credentialItem = (id: string, label: string, detail: ReactNode) => (
    <li key={id} className={entries.entry}>
      <Checkbox
        checked={keptIds.has(id)}
        onChange={({ currentTarget }) => onKeep(id, currentTarget.checked)}
        label={
          <>
            <span className={entries.name}>{label}</span> <span className="small dimmed">{detail}</span>
          </>
        }
      />
    </li>
  );
  return (
    <>
      {passkeys.length + tokens.length > 0 && (
        <fieldset className={classes.credentialChoices}>
          <legend>{m.session_keep_title()}</legend>
          <p className="small dimmed">{m.session_keep_text()}</p>
          <ul className={entries.entries}>
            {passkeys.map(({ id, name, createdAt, lastUsedAt }) =>
              credentialItem(
                id,
                m.session_keep_passkey({ name: name ?? m.account_unknown_device() }),
                <>
                  {lastUsedAt === null ? m.account_passkey_created() : m.account_passkey_used()}{' '}
                  <InstantText at={lastUsedAt ?? createdAt} />
                </>,
              ),
            )}
            {tokens.map(({ id, name, lastUsedOn }) =>
              credentialItem(
                id,
                m.session_keep_token({ name }),
                lastUsedOn === null ? m.tokens_never_used() : m.tokens_last_used({ day: formatDate(lastUsedOn) }),
              ),
            )}
          </ul>
        </fieldset>
      )}
      {sessions.length > 0 && (
        <section>
          <h2 className="small">{m.session_keep_sessions()}</h2>
          <ul className={entries.entries}>
            {sessions.map(({ id, userAgent, createdAt }) => (
              <li key={id} className={entries.entry}>
                <span className="small">
                  {deviceName(userAgent) ?? m.account_unknown_device()}, {m.account_signed_in_since()}{' '}
                  <InstantText at={createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
