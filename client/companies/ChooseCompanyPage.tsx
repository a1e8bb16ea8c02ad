import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { useUser } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { signOutToLogin } from '../shell/sign-out.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { lazyPart, Optional } from '../ui/lazy.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { askAboutUnsent } from '../worklogs/unsent/ask-at-sign-out.ts';
import { loadUnsent, useIsUnsentNeeded } from '../worklogs/unsent/load.ts';
import classes from './companies.module.css';
import { FoundCompanyForm } from './FoundCompanyForm.tsx';
import { OwnInvites } from './OwnInvites.tsx';

askAboutUnsent();

const LeftWorklogs = lazyPart(() => loadUnsent().then((unsent) => unsent.UnsentWithoutCompany));

/** For people without a company: accept an invite or found a company. What waits for one that they have left is shown, too. */
export function ChooseCompanyPage() {
  const { email } = useUser();
  const own = useQuery(apiQuery('invites', 'GET /invites', {}));
  const invites = own.data?.invites ?? [];
  const isUnsentNeeded = useIsUnsentNeeded(false);
  return (
    <div className={classes.stack}>
      {isUnsentNeeded && (
        <Optional>
          <LeftWorklogs />
        </Optional>
      )}
      {own.isPending && <SkeletonRows rows={2} height={64} />}
      {own.isLoadingError && <ErrorState error={own.error} onRetry={() => own.refetch()} />}
      {invites.length > 0 && <OwnInvites invites={invites} />}
      <Card title={m.company_found_title()} text={m.company_found_text()}>
        <FoundCompanyForm />
      </Card>
      {own.data && invites.length === 0 && <p className={classes.signedInAs}>{m.company_no_invites({ email })}</p>}
      <SignOut email={email} />
    </div>
  );
}

const SignOut = ({ email }: { email: string }) => (
  <p className={classes.signedInAs}>
    {m.company_signed_in_as({ email })}{' '}
    <Button variant="subtle" size="compact-sm" onClick={signOutToLogin}>
      {m.shell_sign_out()}
    </Button>
  </p>
);
