// What stands in place of a page that cannot be shown: what happened, what was kept, what to do.

import { useRouter } from '@tanstack/react-router';
import CloudOff from 'lucide-react/icons/cloud-off';
import Compass from 'lucide-react/icons/compass';
import ServerCrash from 'lucide-react/icons/server-crash';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { ApiProblem, NoAnswer } from '../api.ts';
import { PageNotAsked, PageNotLoaded, reloadForPage, reloadWhenServerIsThere } from '../page-loading.ts';
import { pathTo } from '../routes.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { PagePending } from './PagePending.tsx';
import { ProblemScreen, ServerUnreached } from './ProblemScreen.tsx';

/** Nothing at this address. */
export function UnknownRoute() {
  return (
    <ProblemScreen icon={Compass} title={m.shell_unknown_title()} text={m.shell_unknown_text()}>
      <HomeButton />
    </ProblemScreen>
  );
}

/** A page that failed while it was loaded or drawn. */
export function PageProblem({ error }: { error: unknown }) {
  const router = useRouter();
  const again = (
    <Button onClick={error instanceof PageNotAsked ? reloadWhenServerIsThere : () => router.invalidate()}>
      {m.shell_try_again()}
    </Button>
  );
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <ProblemScreen icon={Compass} title={m.shell_missing_title()} text={error.detail || m.shell_missing_text()}>
        <HomeButton />
      </ProblemScreen>
    );
  }
  if (error instanceof NoAnswer) return <ServerUnreached>{again}</ServerUnreached>;
  if (error instanceof PageNotLoaded) return <PageMissing error={error} />;
  const text = error instanceof ApiProblem && error.detail !== '' ? error.detail : m.shell_failed_text();
  return (
    <ProblemScreen icon={ServerCrash} title={m.shell_failed_title()} text={text}>
      {again}
      <HomeButton />
    </ProblemScreen>
  );
}

/** A part of the app that the server no longer has: most often a reload brings the new release. */
function PageMissing({ error }: { error: PageNotLoaded }) {
  const [isReloading] = useState(() => reloadForPage(error));
  if (isReloading) return <PagePending />;
  return (
    <ProblemScreen icon={CloudOff} title={m.shell_chunk_title()} text={m.shell_chunk_text()}>
      <Button onClick={() => window.location.reload()}>{m.shell_reload()}</Button>
    </ProblemScreen>
  );
}

function HomeButton() {
  return (
    <LinkButton href={pathTo('/')} variant="default">
      {m.shell_home()}
    </LinkButton>
  );
}
