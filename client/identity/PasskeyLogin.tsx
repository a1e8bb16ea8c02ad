import { useEffect, useState } from 'react';
import { challengeLifetimeMinutes } from '#domain/passkeys.ts';
import { m } from '#locales/messages.js';
import { ApiProblem, NetworkError } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { problemText } from '../ui/problem-text.ts';

/** By a button, and by the autofill of the email field where the browser supports it. */
export function PasskeyLogin() {
  const [failure, setFailure] = useState<string | null>(null);
  const [isPrompting, setPrompting] = useState(false);
  // Each round has its own challenge; the next round starts before it expires, and after every prompt.
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = offerAutofill((error) => setFailure(errorText(error)));
    const renewal = setTimeout(() => setRound(round + 1), (challengeLifetimeMinutes - 1) * 60_000);
    return () => {
      clearTimeout(renewal);
      stop();
    };
  }, [round]);
  if (!supportsPasskeys()) return null;
  const prompt = async () => {
    setFailure(null);
    setPrompting(true);
    try {
      const { signInByPasskey } = await loadPasskeys();
      await signInByPasskey('prompt');
    } catch (error) {
      setFailure(errorText(error));
      setRound(round + 1);
    } finally {
      setPrompting(false);
    }
  };
  return (
    <>
      {failure !== null && <p role="alert">{failure}</p>}
      <Button variant="default" onClick={prompt} loading={isPrompting}>
        {m.session_use_passkey()}
      </Button>
    </>
  );
}

const loadPasskeys = () => import('./passkey-sign-in.ts');

/** Only on secure pages. The prerendered markup (prerender.tsx) assumes support. */
const supportsPasskeys = (): boolean =>
  typeof window === 'undefined' || typeof window.PublicKeyCredential === 'function';

/** Offers passkeys by autofill until the returned function is called. */
function offerAutofill(onFailure: (error: unknown) => void): () => void {
  let isStopped = false;
  let stop = () => {};
  const begin = async () => {
    if (!supportsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const { signInByPasskey, cancelPasskeyPrompt } = await loadPasskeys();
    if (isStopped) return;
    stop = cancelPasskeyPrompt;
    await signInByPasskey('autofill');
  };
  begin().catch((error) => {
    // Before a passkey was chosen the user has not done anything, so that other failures are not shown.
    if (!isStopped && error instanceof ApiProblem && error.code.startsWith('passkey.')) onFailure(error);
  });
  return () => {
    isStopped = true;
    stop();
  };
}

/** Null when the user cancelled the prompt of the browser. */
function errorText(error: unknown): string | null {
  if (error instanceof ApiProblem || error instanceof NetworkError) return problemText(error);
  const isCancelled = error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
  return isCancelled ? null : m.session_passkey_failed();
}
