import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useAuth } from './auth.ts';
import { queryClient } from './queries.ts';
import { judgeOnChange, router } from './router.tsx';
import { StartFailed } from './StartFailed.tsx';
import { useLocale } from './settings.ts';
import { LoadingScreen } from './shell/LoadingScreen.tsx';
import { useStartFailed } from './start.ts';

judgeOnChange();

export function App() {
  const locale = useLocale();
  return (
    <QueryClientProvider client={queryClient}>
      {/* Every sentence is drawn anew when the language changes. */}
      <Pages key={locale} />
    </QueryClientProvider>
  );
}

function Pages() {
  const { isFetchingAuth } = useAuth();
  const hasFailed = useStartFailed();
  if (!isFetchingAuth) return <RouterProvider router={router} />;
  return hasFailed ? <StartFailed /> : <LoadingScreen />;
}
