import { lazy, Suspense, useEffect } from 'react';
import { useAuth, useCompanies, wasSignedIn } from '../auth.ts';
import { flagsOf } from '../routes.ts';
import { foresee, judge } from '../routing/judge.ts';
import { turnTo, usePathname } from '../routing/way.ts';
import { StartFailed } from '../StartFailed.tsx';
import { type EntrancePath, entrancePages } from '../session/entrance-pages.ts';
import { useLocale } from '../settings/settings.ts';
import { BlankLayout } from '../shell/BlankLayout.tsx';
import { LoadingScreen } from '../shell/LoadingScreen.tsx';
import { Surroundings } from '../shell/Surroundings.tsx';
import { useStartFailed } from '../start.ts';

/** Every other path loads the application. */
const isEntrance = (pathname: string): pathname is EntrancePath => pathname in entrancePages;

const loadApplication = () => import('../App.tsx').then(({ App }) => ({ default: App }));

// A missing chunk belongs to an older release: the document is reloaded.
const Application = lazy(() => loadApplication().catch(() => new Promise<never>(() => window.location.reload())));

export function Entrance() {
  const pathname = usePathname();
  const locale = useLocale();
  useEffect(prepareApplication, []);
  if (isEntrance(pathname)) return <EntrancePage key={locale} path={pathname} />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Application />
    </Suspense>
  );
}

function EntrancePage({ path }: { path: EntrancePath }) {
  const auth = useAuth();
  const companies = useCompanies();
  const hasFailed = useStartFailed();
  const { isFetchingAuth } = auth;
  const isRedirected = !isFetchingAuth && foresee(path, auth, companies) !== null;
  useEffect(() => {
    const goTo = isRedirected ? judge(path, path + window.location.search) : null;
    if (goTo !== null) turnTo(goTo);
  }, [isRedirected, path]);
  if (isFetchingAuth && hasFailed) return <StartFailed />;
  // A returning user is probably still signed in: no form should flash.
  if (isRedirected || (isFetchingAuth && wasSignedIn())) return <LoadingScreen />;
  const Page = entrancePages[path];
  return (
    <Surroundings title={flagsOf(path).title()}>
      <BlankLayout>
        <Page key={path} />
      </BlankLayout>
    </Surroundings>
  );
}

/** Loads the application in the background. */
function prepareApplication() {
  const timer = setTimeout(() => loadApplication().catch(() => {}), prepareAfterMs);
  return () => clearTimeout(timer);
}

const prepareAfterMs = 4_000;
