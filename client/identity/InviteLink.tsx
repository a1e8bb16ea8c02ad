import { useState } from 'react';
import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { signOut, useAuth } from '../auth.ts';
import { roleLabel } from '../role-labels.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/states.tsx';
import classes from './identity.module.css';
import { JoinForm } from './JoinForm.tsx';
import { useJoin } from './join.ts';
import { SignInFirst } from './SignInFirst.tsx';

type Props = {
  code: string;
  email: string;
  invite: { companyName: string; role: Role; hasAccount: boolean; mayRegister: boolean; name: string };
};

/** A new user enters name and password; a user with an account joins after signing in. */
export function InviteLink({ code, email, invite }: Props) {
  const { user } = useAuth();
  const title = m.session_join_title({ company: invite.companyName });
  const text = m.session_join_text({ role: roleLabel(invite.role) });
  if (!invite.hasAccount) {
    return (
      <Card title={title} text={text}>
        {invite.mayRegister ? (
          <JoinForm code={code} email={email} invite={invite} />
        ) : (
          <p>{m.session_registration_closed()}</p>
        )}
      </Card>
    );
  }
  return (
    <Card title={title} text={text}>
      <p className={classes.address}>{email}</p>
      {user ? (
        <JoinSignedIn code={code} email={email} signedInAs={user.email} />
      ) : (
        <SignInFirst label={m.session_sign_in_to_join()} />
      )}
    </Card>
  );
}

function JoinSignedIn({ code, email, signedInAs }: { code: string; email: string; signedInAs: string }) {
  const join = useJoin();
  const [error, setError] = useState<unknown>(null);
  if (email !== signedInAs) return <OtherAccount signedInAs={signedInAs} />;
  const press = () => {
    setError(null);
    join.accept({ code }).catch(setError);
  };
  if (error !== null) return <ErrorState error={error} onRetry={press} />;
  return (
    <Button onClick={press} loading={join.isPending}>
      {m.session_join()}
    </Button>
  );
}

function OtherAccount({ signedInAs }: { signedInAs: string }) {
  const [error, setError] = useState<unknown>(null);
  const leave = () => {
    signOut().catch(setError);
  };
  if (error !== null) return <ErrorState error={error} onRetry={leave} />;
  return (
    <>
      <p>{m.session_join_other_account({ email: signedInAs })}</p>
      <Button onClick={leave}>{m.shell_sign_out()}</Button>
    </>
  );
}
