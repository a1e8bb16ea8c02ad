import { m } from '#locales/messages.js';
import { BlankLayout } from './shell/BlankLayout.tsx';
import { ServerUnreachableScreen } from './shell/ProblemScreen.tsx';
import { retryInitialSession } from './start.ts';
import { Button } from './ui/Button.tsx';
import { ToastBar } from './ui/ToastBar.tsx';

/** Shown when the session could not be loaded at startup. */
export const StartFailed = () => (
  <BlankLayout>
    <ServerUnreachableScreen>
      <Button onClick={retryInitialSession}>{m.shell_try_again()}</Button>
    </ServerUnreachableScreen>
    <ToastBar />
  </BlankLayout>
);
