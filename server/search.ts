// How a search word becomes a LIKE pattern: what a person types is text, never a wildcard.

/** Matches text that contains the words; `%`, `_` and `\` stand for themselves. */
export const containing = (words: string): string => `%${words.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
