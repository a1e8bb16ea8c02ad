import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { ApiProblem, NetworkError } from '../api.ts';
import { apiQuery, invalidate, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { focusSelf } from '../ui/focus-on-mount.ts';
import { problemText } from '../ui/problem-text.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import classes from './factors.module.css';
import type { CreationOptions } from './passkey-creation.ts';

type Props = { onDone: () => void; onCancel: () => void };

/** First the password, then the browser's prompt, which can be repeated without the password. */
export function AddPasskey({ onDone, onCancel }: Props) {
  const factor = useQuery(apiQuery('session', 'GET /account/second-factor', {}));
  const begin = useApiMutation('POST /account/passkeys/options', { invalidates: [] });
  const [options, setOptions] = useState<CreationOptions | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const create = async (creationOptions: CreationOptions) => {
    setFailure(null);
    try {
      const { createPasskey } = await import('./passkey-creation.ts');
      await createPasskey(creationOptions);
      showToast(m.account_passkey_added(), { type: 'success' });
      await invalidate(['session']);
      onDone();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  if (factor.isLoadingError) return <ErrorState error={factor.error} onRetry={() => factor.refetch()} />;
  if (!factor.data) return <SkeletonRows rows={1} height={56} />;
  if (options)
    return (
      <div>
        {failure !== null && <p role="alert">{failure}</p>}
        <div className={classes.buttons}>
          <Button
            variant="default"
            key={failure}
            ref={focusSelf}
            loading={failure === null}
            onClick={() => create(options)}
          >
            {m.shell_try_again()}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
        </div>
      </div>
    );
  return (
    <ConfirmForm
      name="passkey-add"
      asksForCode={factor.data.turnedOnAt !== null}
      submitLabel={m.account_continue()}
      onConfirm={async ({ currentPassword, code }) => {
        const creationOptions = await begin.mutateAsync({ currentPassword, ...(code === '' ? {} : { code }) });
        setOptions(creationOptions);
        create(creationOptions);
      }}
      onCancel={onCancel}
    />
  );
}

function errorText(error: unknown): string {
  if (error instanceof ApiProblem || error instanceof NetworkError) return problemText(error);
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  return isKnown ? m.account_passkey_known() : m.account_passkey_failed();
}
