import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { LinkMode } from '#domain/links.ts';
import { m } from '#locales/messages.js';
import { acceptSession, refreshSession, useAuth } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { destination } from '../routing/destination.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/states.tsx';
import classes from './identity.module.css';
import { clearOneTimeLink } from './one-time-link.ts';
import { SignInFirst } from './SignInFirst.tsx';

type Mode = Exclude<LinkMode, 'invite' | 'resetPassword' | 'verifyEmail'>;
type Props = { mode: Mode; code: string; email: string };

const texts: Record<Mode, { title: () => string; text: () => string; button: () => string; done: () => string }> = {
  signIn: {
    title: m.session_link_sign_in_title,
    text: m.session_link_sign_in_text,
    button: m.session_login,
    done: m.session_link_sign_in_done,
  },
  verifyAndChangeEmail: {
    title: m.session_link_change_title,
    text: m.session_link_change_text,
    button: m.session_link_change,
    done: m.session_link_change_done,
  },
  recoverEmail: {
    title: m.session_link_recover_title,
    text: m.session_link_recover_text,
    button: m.session_link_recover,
    done: m.session_link_recover_done,
  },
};

/** Explains the link; only its button executes it. */
export function ConfirmLink({ mode, code, email }: Props) {
  const navigate = useNavigate();
  const { user } = useAuth();
  const [error, setError] = useState<unknown>(null);
  const signIn = useApiMutation('POST /link-actions/sign-in', { invalidates: [] });
  const change = useApiMutation('POST /link-actions/change-email', { invalidates: [] });
  const recover = useApiMutation('POST /link-actions/recover-email', { invalidates: [] });
  const { title, text, button, done } = texts[mode];
  const isBusy = [signIn, change, recover].some(({ isPending }) => isPending);
  const act = async () => {
    if (mode === 'signIn') {
      const session = await signIn.mutateAsync({ code });
      acceptSession(session);
      if (session.needsSecondFactor) {
        clearOneTimeLink();
        // The login page asks for the code.
        await navigate({ to: pathTo('/login') });
        return;
      }
    } else {
      await (mode === 'recoverEmail' ? recover : change).mutateAsync({ code });
      await refreshSession();
    }
    clearOneTimeLink();
    showToast(done(), { type: 'success' });
    await navigate({ href: destination.get() ?? pathTo('/') });
  };
  const press = () => {
    setError(null);
    act().catch(setError);
  };
  if (error !== null) return <ErrorState error={error} onRetry={press} />;
  return (
    <Card title={title()} text={text()}>
      <p className={classes.address}>{email}</p>
      {mode === 'verifyAndChangeEmail' && !user ? (
        // The code proves access to the new mailbox only; the user must be signed in to the account as well.
        <SignInFirst label={m.session_sign_in_to_confirm()} />
      ) : (
        <Button onClick={press} loading={isBusy}>
          {button()}
        </Button>
      )}
    </Card>
  );
}
