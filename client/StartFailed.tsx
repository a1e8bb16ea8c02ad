import { m } from '#locales/messages.js';
import { usePollUntilReachable } from './routing/poll-until-reachable.ts';
import { BlankLayout } from './shell/BlankLayout.tsx';
import { ServerUnreachableScreen } from './shell/ProblemScreen.tsx';
import { retryInitialSession } from './start.ts';
import { Button } from './ui/Button.tsx';
import { ToastBar } from './ui/ToastBar.tsx';

/** Shown when the session could not be loaded at startup; loaded again by itself when the server is reachable. */
export function StartFailed() {
  usePollUntilReachable(retryInitialSession);
  return (
    <BlankLayout>
      <ServerUnreachableScreen>
        <Button onClick={retryInitialSession}>{m.shell_try_again()}</Button>
      </ServerUnreachableScreen>
      <ToastBar />
    </BlankLayout>
  );
}
