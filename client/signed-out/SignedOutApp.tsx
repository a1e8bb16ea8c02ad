import { lazy, Suspense, useEffect } from 'react';
import { useAuth, useCompanies, wasSignedIn } from '../auth.ts';
import { type SignedOutPath, signedOutPages } from '../identity/signed-out-pages.ts';
import { flagsOf } from '../routes.ts';
import { applyGuard, evaluateGuard } from '../routing/apply-guard.ts';
import { replaceUrl, usePathname } from '../routing/navigation.ts';
import { StartFailed } from '../StartFailed.tsx';
import { useLocale } from '../settings/settings.ts';
import { AppChrome } from '../shell/AppChrome.tsx';
import { BlankLayout } from '../shell/BlankLayout.tsx';
import { LoadingScreen } from '../shell/LoadingScreen.tsx';
import { useStartFailed } from '../start.ts';

/** Every other path loads the application. */
const isSignedOutPath = (pathname: string): pathname is SignedOutPath => pathname in signedOutPages;

const loadApplication = () => import('../App.tsx').then(({ App }) => ({ default: App }));

// A missing chunk belongs to an older release: the document is reloaded.
const Application = lazy(() => loadApplication().catch(() => new Promise<never>(() => window.location.reload())));

export function SignedOutApp() {
  const pathname = usePathname();
  const locale = useLocale();
  useEffect(preloadApplication, []);
  if (isSignedOutPath(pathname)) return <SignedOutPage key={locale} path={pathname} />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Application />
    </Suspense>
  );
}

function SignedOutPage({ path }: { path: SignedOutPath }) {
  const auth = useAuth();
  const companies = useCompanies();
  const hasFailed = useStartFailed();
  const { isFetchingAuth } = auth;
  const isRedirected = !isFetchingAuth && evaluateGuard(path, auth, companies) !== null;
  useEffect(() => {
    const goTo = isRedirected ? applyGuard(path, path + window.location.search) : null;
    if (goTo !== null) replaceUrl(goTo);
  }, [isRedirected, path]);
  if (isFetchingAuth && hasFailed) return <StartFailed />;
  // A returning user is probably still signed in: no form should flash.
  if (isRedirected || (isFetchingAuth && wasSignedIn())) return <LoadingScreen />;
  const Page = signedOutPages[path];
  return (
    <AppChrome title={flagsOf(path).title()}>
      <BlankLayout>
        <Page key={path} />
      </BlankLayout>
    </AppChrome>
  );
}

/** Loads the application in the background. */
function preloadApplication() {
  const timer = setTimeout(() => loadApplication().catch(() => {}), preloadDelayMs);
  return () => clearTimeout(timer);
}

const preloadDelayMs = 4_000;
