// Sending without the query client, for the pages of the signed-out.

import { useRef, useState } from 'react';
import { type ApiInput, type ApiOutput, ApiProblem, api, NoAnswer, newKey, type WriteName } from './api.ts';

/** The same input sent again after a lost answer carries the same idempotency key, so it is done once. */
export function useOnce<N extends WriteName>(name: N): (input: ApiInput<N>) => Promise<ApiOutput<N>> {
  const unanswered = useRef<{ input: string; key: string } | null>(null);
  return async (input) => {
    const written = JSON.stringify(input);
    const intent = unanswered.current?.input === written ? unanswered.current : { input: written, key: newKey() };
    unanswered.current = intent;
    try {
      const output = await api(name, input, { idempotencyKey: intent.key });
      unanswered.current = null;
      return output;
    } catch (error) {
      if (!isUnanswered(error)) unanswered.current = null;
      throw error;
    }
  };
}

/** `const signIn = useSend('POST /sign-in')`, then `await signIn.send(input)`. */
export function useSend<N extends WriteName>(name: N) {
  const once = useOnce(name);
  const [isSending, setSending] = useState(false);
  const send = async (input: ApiInput<N>): Promise<ApiOutput<N>> => {
    setSending(true);
    try {
      return await once(input);
    } finally {
      setSending(false);
    }
  };
  return { send, isSending };
}

/** Whether it is unknown if the server did it: then the same key must be used again. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ApiProblem && error.status >= 500);
