// Sends writes without the query client, for the signed-out pages.

import { useRef, useState } from 'react';
import {
  type ApiInput,
  type ApiOutput,
  ApiProblem,
  api,
  NetworkError,
  newIdempotencyKey,
  type WriteName,
} from './api.ts';

/** The same input sent again after a lost response carries the same idempotency key, so it is executed once. */
export function useIdempotentSend<N extends WriteName>(name: N): (input: ApiInput<N>) => Promise<ApiOutput<N>> {
  const pending = useRef<{ input: string; key: string } | null>(null);
  return async (input) => {
    const serialized = JSON.stringify(input);
    const last = pending.current;
    const attempt = last?.input === serialized ? last : { input: serialized, key: newIdempotencyKey() };
    pending.current = attempt;
    try {
      const output = await api(name, input, { idempotencyKey: attempt.key });
      pending.current = null;
      return output;
    } catch (error) {
      if (!isOutcomeUnknown(error)) pending.current = null;
      throw error;
    }
  };
}

/** `const signIn = useSend('POST /sign-in')`, then `await signIn.send(input)`. */
export function useSend<N extends WriteName>(name: N) {
  const sendOnce = useIdempotentSend(name);
  const [isSending, setSending] = useState(false);
  const send = async (input: ApiInput<N>): Promise<ApiOutput<N>> => {
    setSending(true);
    try {
      return await sendOnce(input);
    } finally {
      setSending(false);
    }
  };
  return { send, isSending };
}

/** Whether the server may have executed the request: then the next attempt must use the same key. */
const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiProblem && error.status >= 500);
