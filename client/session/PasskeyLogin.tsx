import { useEffect, useState } from 'react';
import { challengeMinutes } from '#domain/passkeys.ts';
import { m } from '#locales/messages.js';
import { ApiProblem, NoAnswer } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { problemText } from '../ui/problem-text.ts';

/** By a button, and among the suggestions of the email field where the browser makes such. */
export function PasskeyLogin() {
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  // Each round has a challenge of its own; the next begins before the server forgets it, and after every question.
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = suggest((error) => setFailure(textOf(error)));
    const renewal = setTimeout(() => setRound(round + 1), (challengeMinutes - 1) * 60_000);
    return () => {
      clearTimeout(renewal);
      stop();
    };
  }, [round]);
  if (!knowsPasskeys()) return null;
  const ask = async () => {
    setFailure(null);
    setAsking(true);
    try {
      const { signInByPasskey } = await loadPasskeys();
      await signInByPasskey('asked');
    } catch (error) {
      setFailure(textOf(error));
      setRound(round + 1);
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      {failure !== null && <p role="alert">{failure}</p>}
      <Button variant="default" onClick={ask} loading={isAsking}>
        {m.session_use_passkey()}
      </Button>
    </>
  );
}

const loadPasskeys = () => import('./passkey-sign-in.ts');

/** Browsers offer them on secure pages only. The picture drawn while building (prerender.tsx) counts on one that does. */
const knowsPasskeys = (): boolean => typeof window === 'undefined' || typeof window.PublicKeyCredential === 'function';

/** Until it is stopped. */
function suggest(onFailure: (error: unknown) => void): () => void {
  let isOver = false;
  let stop = () => {};
  const begin = async () => {
    if (!knowsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const { signInByPasskey, stopAsking } = await loadPasskeys();
    if (isOver) return;
    stop = stopAsking;
    await signInByPasskey('suggested');
  };
  begin().catch((error) => {
    // Nobody has asked for anything before a passkey was chosen: only then there is something to tell.
    if (!isOver && error instanceof ApiProblem && error.code.startsWith('passkey.')) onFailure(error);
  });
  return () => {
    isOver = true;
    stop();
  };
}

/** Whoever closes the question of the browser knows why it went no further. */
function textOf(error: unknown): string | null {
  if (error instanceof ApiProblem || error instanceof NoAnswer) return problemText(error);
  const isCancelled = error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
  return isCancelled ? null : m.session_passkey_failed();
}
