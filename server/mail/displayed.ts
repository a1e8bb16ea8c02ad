// Strangers' text in a mail (names, notes) made safe to show as one line: no line breaks, no control or direction marks,
// nothing that a mail program would turn into a link. Markup is escaped later, where the HTML is made.

export function asLine(text: string, longest: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/(?![\u200C\u200D])\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const short = [...line].length > longest ? `${[...line].slice(0, longest - 1).join('')}…` : line;
  return short.replaceAll(/([.@\u3002\uFF0E\uFF61\uFF20]|:\/)(?=[\p{L}\p{N}/])/gu, `$1${wordJoiner}`);
}

/** The name of a person, a company, a project. */
export const asName = (text: string): string => asLine(text, 120);

/** As much of somebody's notes as helps to understand; the whole text is behind the link. */
export const asNotes = (text: string): string => asLine(text, 500);

/** Invisible and without width: "shop.example" stays readable but is no longer recognised as an address. */
const wordJoiner = '\u2060';
