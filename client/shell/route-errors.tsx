// Error components of the routes. PageErrorScreen.tsx is a chunk of its own; this file contains only what is needed when
// nothing can be loaded.

import { useRouter } from '@tanstack/react-router';
import CloudOff from 'lucide-react/icons/cloud-off';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { m } from '#locales/messages.js';
import { NetworkError } from '../api.ts';
import { loadPage, PageNotLoaded, PageUnreachable, reloadApp, reloadForNewRelease } from '../routing/page-loading.ts';
import { runIfReachable, usePollUntilReachable } from '../routing/poll-until-reachable.ts';
import { Button } from '../ui/Button.tsx';
import { PagePending } from './PagePending.tsx';
import { ProblemScreen, ServerUnreachableScreen } from './ProblemScreen.tsx';

const PageErrorScreen = lazy(() =>
  loadPage(() => import('./PageErrorScreen.tsx').then((file) => file.PageErrorScreen)),
);

/** No page has this path. */
export const UnknownRoute = () => <PageError error={null} />;

/** A page that failed while it was loaded or rendered. */
export function RouteError({ error }: { error: unknown }) {
  const router = useRouter();
  const isUnreachable = error instanceof PageUnreachable;
  // Only a reload retries a failed module import (see page-loading.ts).
  usePollUntilReachable(isUnreachable ? reloadApp : null);
  if (error instanceof PageNotLoaded) return <MissingChunk error={error} />;
  const retry = (
    <Button onClick={() => (isUnreachable ? runIfReachable(reloadApp) : router.invalidate())}>
      {m.shell_try_again()}
    </Button>
  );
  if (error instanceof NetworkError) return <ServerUnreachableScreen>{retry}</ServerUnreachableScreen>;
  return <PageError error={error} retry={retry} />;
}

/** Shown instead of a page that does not exist or that failed. */
export function PageError(props: ComponentProps<typeof PageErrorScreen>) {
  return (
    <Suspense fallback={<PagePending />}>
      <PageErrorScreen {...props} />
    </Suspense>
  );
}

/** A chunk that the server no longer has: most often a reload brings the new release. */
function MissingChunk({ error }: { error: PageNotLoaded }) {
  const [isReloading] = useState(() => reloadForNewRelease(error));
  if (isReloading) return <PagePending />;
  return (
    <ProblemScreen icon={CloudOff} title={m.shell_chunk_title()} text={m.shell_chunk_text()}>
      <Button onClick={() => window.location.reload()}>{m.shell_reload()}</Button>
    </ProblemScreen>
  );
}
