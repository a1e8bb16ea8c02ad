// What changed lately: a browser that has just loaded a page fetches only what changed meanwhile, not all its data again. Of each noun
// only the last change is kept.

/** Longer than a page takes to load on a slow connection. */
const keptMs = 60_000;

export type RecentChanges = ReturnType<typeof createRecentChanges>;

export function createRecentChanges(now: () => number = () => performance.now()) {
  /** Topic → noun → time of the last change. */
  const changes = new Map<string, Map<string, number>>();
  let listeningSince = now();
  return {
    /** A topic is a company, a member of it, or a person. */
    add: (topic: string, nouns: readonly string[]): void => {
      const known = changes.get(topic) ?? new Map<string, number>();
      for (const noun of nouns) known.set(noun, now());
      changes.set(topic, known);
    },
    /** After a gap in listening, in which changes may have been missed. */
    restart: (): void => {
      changes.clear();
      listeningSince = now();
    },
    /** Removes what is too old for any page that is still loading. */
    prune: (): void => {
      for (const [topic, known] of changes) {
        for (const [noun, at] of known) if (now() - at > keptMs) known.delete(noun);
        if (known.size === 0) changes.delete(topic);
      }
    },
    /** How long ago each noun of these topics changed, and for how long all changes are known. */
    summarise: (topics: readonly string[]): { completeForMs: number; changedMsAgo: Record<string, number> } => {
      const changedMsAgo: Record<string, number> = {};
      for (const topic of topics)
        for (const [noun, at] of changes.get(topic) ?? []) {
          const ago = Math.floor(now() - at);
          changedMsAgo[noun] = Math.min(ago, changedMsAgo[noun] ?? ago);
        }
      return { completeForMs: Math.floor(Math.min(keptMs, now() - listeningSince)), changedMsAgo };
    },
  };
}
