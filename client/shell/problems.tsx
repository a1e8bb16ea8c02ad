// Error components of the routes. PageErrorScreen.tsx is a chunk of its own; this file contains only what is needed when
// nothing can be loaded.

import { useRouter } from '@tanstack/react-router';
import CloudOff from 'lucide-react/icons/cloud-off';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { m } from '#locales/messages.js';
import { NoAnswer } from '../api.ts';
import { loadPage, PageNotAsked, PageNotLoaded, reload, reloadForPage } from '../routing/page-loading.ts';
import { actIfThere, useServerIsBack } from '../routing/server-is-back.ts';
import { Button } from '../ui/Button.tsx';
import { PagePending } from './PagePending.tsx';
import { ProblemScreen, ServerUnreached } from './ProblemScreen.tsx';

const PageTrouble = lazy(() => loadPage(() => import('./PageTrouble.tsx').then((file) => file.PageTrouble)));

/** No page has this path. */
export const UnknownRoute = () => <Trouble error={null} />;

/** A page that failed while it was loaded or rendered. */
export function PageProblem({ error }: { error: unknown }) {
  const router = useRouter();
  const isUnreachable = error instanceof PageNotAsked;
  // Only a reload retries a failed module import (see page-loading.ts).
  useServerIsBack(isUnreachable ? reload : null);
  if (error instanceof PageNotLoaded) return <PageMissing error={error} />;
  const again = (
    <Button onClick={() => (isUnreachable ? actIfThere(reload) : router.invalidate())}>{m.shell_try_again()}</Button>
  );
  if (error instanceof NoAnswer) return <ServerUnreached>{again}</ServerUnreached>;
  return <Trouble error={error} again={again} />;
}

function Trouble(props: ComponentProps<typeof PageTrouble>) {
  return (
    <Suspense fallback={<PagePending />}>
      <PageTrouble {...props} />
    </Suspense>
  );
}

/** A chunk that the server no longer has: most often a reload brings the new release. */
function PageMissing({ error }: { error: PageNotLoaded }) {
  const [isReloading] = useState(() => reloadForPage(error));
  if (isReloading) return <PagePending />;
  return (
    <ProblemScreen icon={CloudOff} title={m.shell_chunk_title()} text={m.shell_chunk_text()}>
      <Button onClick={() => window.location.reload()}>{m.shell_reload()}</Button>
    </ProblemScreen>
  );
}
