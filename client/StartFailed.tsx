import { m } from '#locales/messages.js';
import { BlankLayout } from './shell/BlankLayout.tsx';
import { ServerUnreached } from './shell/ProblemScreen.tsx';
import { ToastBar } from './shell/ToastBar.tsx';
import { askAgain } from './start.ts';
import { Button } from './ui/Button.tsx';

/** Shown when the session could not be loaded at startup. */
export const StartFailed = () => (
  <BlankLayout>
    <ServerUnreached>
      <Button onClick={askAgain}>{m.shell_try_again()}</Button>
    </ServerUnreached>
    <ToastBar />
  </BlankLayout>
);
