import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { refreshSession } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { showToast } from '../toast.ts';
import { Card } from '../ui/Card.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { HiddenUsername } from './HiddenUsername.tsx';
import { KeepCredentials } from './KeepCredentials.tsx';
import { clearOneTimeLink } from './one-time-link.ts';

type Props = { code: string; found: ApiOutput<'POST /link-actions/inspect'> };

const noCredentials = { passkeys: [], tokens: [], sessions: [] };

/** Sets a new password by the emailed link. All sessions end, so the next step is signing in. */
export function NewPasswordForm({ code, found }: Props) {
  const { email, credentials = noCredentials, personalWords = [] } = found;
  const navigate = useNavigate();
  const reset = useApiMutation('POST /link-actions/reset-password', { invalidates: [] });
  const draft = useDraftForm({
    name: 'new-password',
    initialValues: { password: '' },
    required: ['password'],
    secrets: ['password'],
  });
  const [keptIds, setKeptIds] = useState<ReadonlySet<string>>(new Set());
  const keptOf = (owned: readonly { id: string }[]) => owned.map(({ id }) => id).filter((id) => keptIds.has(id));
  const keep = (id: string, isKept: boolean) => {
    const others = [...keptIds].filter((one) => one !== id);
    setKeptIds(new Set(isKept ? [...others, id] : others));
  };
  return (
    <Card title={m.session_new_password_title()} text={m.session_new_password_text({ email })}>
      <FormShell
        draft={draft}
        submitLabel={m.session_set_password()}
        isWide={false}
        onSubmit={async ({ password }) => {
          const { passkeys, tokens } = credentials;
          await reset.mutateAsync({
            code,
            password,
            keepPasskeyIds: keptOf(passkeys),
            keepTokenIds: keptOf(tokens),
          });
          clearOneTimeLink();
          await refreshSession();
          showToast(m.session_password_set(), { type: 'success' });
          await navigate({ to: pathTo('/login') });
        }}
      >
        <HiddenUsername email={email} />
        <PasswordField
          label={m.session_new_password()}
          autoComplete="new-password"
          personal={() => [email, ...personalWords]}
          key={draft.form.key('password')}
          inputProps={draft.form.getInputProps('password')}
        />
        <KeepCredentials credentials={credentials} keptIds={keptIds} onKeep={keep} />
      </FormShell>
    </Card>
  );
}
