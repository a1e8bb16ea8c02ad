// The last errors in the log, kept in memory for `npm run status`: the lines as they were printed, so without secrets.

const kept = 20;

export type RecentErrors = ReturnType<typeof createRecentErrors>;

export function createRecentErrors() {
  const lines: string[] = [];
  let onError = () => {};
  return {
    keep: (line: string): void => {
      lines.push(line.trimEnd());
      if (lines.length > kept) lines.shift();
      onError();
    },
    /** From now on; one listener. */
    listen: (listener: () => void): void => {
      onError = listener;
    },
    list: (): readonly string[] => lines,
  };
}
