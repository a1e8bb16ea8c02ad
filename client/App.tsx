import { RouterProvider } from '@tanstack/react-router';
import { useAuth } from './auth.ts';
import { reevaluateGuardOnChange, router } from './router.tsx';
import { StartFailed } from './StartFailed.tsx';
import { useTextsKey } from './settings/settings.ts';
import { LoadingScreen } from './shell/LoadingScreen.tsx';
import { useStartFailed } from './start.ts';

reevaluateGuardOnChange();

export function App() {
  return <Pages key={useTextsKey()} />;
}

function Pages() {
  const { isFetchingAuth } = useAuth();
  const hasFailed = useStartFailed();
  if (!isFetchingAuth) return <RouterProvider router={router} />;
  return hasFailed ? <StartFailed /> : <LoadingScreen />;
}
