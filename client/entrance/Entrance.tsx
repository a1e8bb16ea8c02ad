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

/** Any address that is not one of these brings the application. */
const isEntrance = (pathname: string): pathname is EntrancePath => pathname in entrancePages;

const loadApplication = () => import('../App.tsx').then(({ App }) => ({ default: App }));

// A chunk that is no longer there belongs to a new release: the page that is wanted is asked for anew.
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
  const isElsewhere = !isFetchingAuth && foresee(path, auth, companies) !== null;
  useEffect(() => {
    const goTo = isElsewhere ? judge(path, path + window.location.search) : null;
    if (goTo !== null) turnTo(goTo);
  }, [isElsewhere, path]);
  if (isFetchingAuth && hasFailed) return <StartFailed />;
  // Who was here before most likely still is, and wants no form to flash by.
  if (isElsewhere || (isFetchingAuth && wasSignedIn())) return <LoadingScreen />;
  const Page = entrancePages[path];
  return (
    <Surroundings title={flagsOf(path).title()}>
      <BlankLayout>
        <Page key={path} />
      </BlankLayout>
    </Surroundings>
  );
}

/** When the browser has nothing better to do. */
function prepareApplication() {
  const timer = setTimeout(() => loadApplication().catch(() => {}), prepareAfterMs);
  return () => clearTimeout(timer);
}

const prepareAfterMs = 4_000;
