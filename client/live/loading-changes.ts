// The first message of a live stream: what changed while the document and its data were loading.

import { type Noun, nouns } from '#domain/nouns.ts';
import { isRecord } from '../storage.ts';

/**
 * The nouns that changed within this time before the message arrived; 'all' if the server does not know all changes of that time. The
 * message took some time to arrive, so a few changes before the document count too: they are fetched once more than necessary.
 */
export function changedWhileLoading(message: unknown, documentAgeMs: number): readonly Noun[] | 'all' {
  if (!isRecord(message) || !isRecord(message.changedMsAgo)) return 'all';
  const { completeForMs, changedMsAgo } = message;
  if (typeof completeForMs !== 'number' || completeForMs < documentAgeMs) return 'all';
  return nouns.filter((noun) => {
    const ago = changedMsAgo[noun];
    return typeof ago === 'number' && ago <= documentAgeMs;
  });
}
