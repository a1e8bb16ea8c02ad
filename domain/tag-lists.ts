// Several tags in one text, with commas between their names.

/** How the history, files and pages write several. */
export const tagList = (names: readonly string[]): string => names.join(', ');

/** The names in a text field. Others than the last one are complete. */
export const typedTags = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim().replace(/^#+\s*/, ''))
    .filter((name) => name !== '');
