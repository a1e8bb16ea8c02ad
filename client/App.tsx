import { Button, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { m } from '#locales/messages.js';
import { useAuth } from './auth.ts';
import { queryClient } from './queries.ts';
import { router } from './router.tsx';
import { useColourScheme, useLocale } from './settings.ts';
import { BlankLayout } from './shell/BlankLayout.tsx';
import { LoadingScreen } from './shell/LoadingScreen.tsx';
import { ServerUnreached } from './shell/problems.tsx';
import { ToastBar } from './shell/ToastBar.tsx';
import { askAgain, useStartFailed } from './start.ts';
import { theme } from './theme.ts';

/** Variables and global classes are static files (see vite.config.ts), so the provider injects no styles. */
export function App() {
  const scheme = useColourScheme();
  const locale = useLocale();
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        {/* Every sentence is drawn anew when the language changes. */}
        <Pages key={locale} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Pages() {
  const { isFetchingAuth } = useAuth();
  const hasFailed = useStartFailed();
  if (!isFetchingAuth) return <RouterProvider router={router} />;
  if (!hasFailed) return <LoadingScreen />;
  return (
    <BlankLayout>
      <ServerUnreached>
        <Button onClick={askAgain}>{m.shell_try_again()}</Button>
      </ServerUnreached>
      <ToastBar />
    </BlankLayout>
  );
}
