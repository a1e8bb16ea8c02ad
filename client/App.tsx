import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAuth } from './auth.ts';
import { loadFirstPage, reevaluateGuardOnChange, router, takeOverNavigation } from './router.tsx';
import { registerOfflineWorker } from './routing/new-release.ts';
import { StartFailed } from './StartFailed.tsx';
import { useTextsKey } from './settings/settings.ts';
import { LoadingScreen } from './shell/LoadingScreen.tsx';
import { useStartFailed } from './start.ts';
import { createStore, useStore } from './storage.ts';

reevaluateGuardOnChange();

const firstPageStore = createStore({ isDue: false });

/** After this time the page is rendered with placeholders for what is not loaded yet. */
const maxFirstPageMs = 300;

export function App() {
  useEffect(takeOverNavigation, []);
  useEffect(registerOfflineWorker, []);
  return <Pages key={useTextsKey()} />;
}

function Pages() {
  const { isFetchingAuth } = useAuth();
  const hasFailed = useStartFailed();
  const { isDue } = useStore(firstPageStore);
  // Not rendered earlier: React shows nothing new for 300 ms after a placeholder.
  useEffect(() => {
    if (isFetchingAuth) return;
    const show = () => firstPageStore.set({ isDue: true });
    const timer = setTimeout(show, maxFirstPageMs);
    loadFirstPage().then(show, show);
    return () => clearTimeout(timer);
  }, [isFetchingAuth]);
  if (isDue) return <RouterProvider router={router} />;
  return hasFailed ? <StartFailed /> : <LoadingScreen />;
}
