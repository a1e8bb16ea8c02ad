import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkMode } from '#domain/links.ts';
import { noticeKinds } from '#domain/notice-kinds.ts';
import { m } from '#locales/messages.js';
import { type ApiOutput, ApiProblem, api } from '../api.ts';
import { useAuth } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { PagePending } from '../shell/PagePending.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Card, CardButtons } from '../ui/Card.tsx';
import { ErrorState } from '../ui/states.tsx';
import { ConfirmLink } from './ConfirmLink.tsx';
import { InviteLink } from './InviteLink.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { OpenCompanyPage, readCompanyLink } from './OpenCompanyPage.tsx';
import { readOneTimeLink } from './one-time-link.ts';
import { Unsubscribe } from './Unsubscribe.tsx';
import { VerifyLink } from './VerifyLink.tsx';

/** The target of every emailed link. Opening one changes nothing, only its button does. Links to a page redirect at once. */
export function LinkActionsPage() {
  const [target] = useState(readCompanyLink);
  const [link] = useState(readOneTimeLink);
  if (target) return <OpenCompanyPage {...target} />;
  if (!link) return <NotUsable />;
  const { mode, code } = link;
  if (mode !== 'unsubscribe') return <Inspected link={{ mode, code }} />;
  // The kind is the part of the code before the first dot; the server verifies the rest.
  const kind = noticeKinds.find((known) => code.startsWith(`${known}.`));
  return kind ? <Unsubscribe kind={kind} code={code} /> : <NotUsable />;
}

type InspectableLink = { mode: LinkMode; code: string };

function Inspected({ link }: { link: InspectableLink }) {
  // The result depends on the signed-in user.
  const { user } = useAuth();
  const inspection = useQuery({
    queryKey: ['link', link.mode, link.code, user?.uid],
    queryFn: () => api('POST /link-actions/inspect', link),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (inspection.isPending) return <PagePending />;
  if (inspection.error) {
    if (isAboutTheLink(inspection.error)) return <NotUsable />;
    return <ErrorState error={inspection.error} onRetry={() => inspection.refetch()} />;
  }
  return <LinkAction link={link} found={inspection.data} />;
}

/** Whether the link itself is invalid: not for server errors and rate limits. */
const isAboutTheLink = (error: Error): boolean =>
  error instanceof ApiProblem && error.status < 500 && error.status !== 429;

function LinkAction({ link, found }: { link: InspectableLink; found: ApiOutput<'POST /link-actions/inspect'> }) {
  switch (link.mode) {
    case 'invite':
      return found.invite ? <InviteLink code={link.code} email={found.email} invite={found.invite} /> : <NotUsable />;
    case 'resetPassword':
      return <NewPasswordForm code={link.code} found={found} />;
    case 'verifyEmail':
      return <VerifyLink code={link.code} email={found.email} needsPassword={found.needsPassword} />;
    default:
      return <ConfirmLink mode={link.mode} code={link.code} email={found.email} />;
  }
}

/** Used, expired, superseded or unknown: the same message for all, and the next step. */
function NotUsable() {
  const { user } = useAuth();
  return (
    <Card title={m.session_link_title()} text={m.reason_link_not_usable()}>
      <p className="dimmed">{m.session_link_next()}</p>
      {user ? (
        <LinkButton href={pathTo('/')}>{m.shell_home()}</LinkButton>
      ) : (
        <CardButtons>
          <LinkButton href={pathTo('/login')}>{m.session_back_to_login()}</LinkButton>
          <LinkButton href={pathTo('/reset-password')} variant="default">
            {m.session_forgot_password()}
          </LinkButton>
        </CardButtons>
      )}
    </Card>
  );
}
