// Makes untrusted text (names, notes) safe to show on one line of a mail: no line breaks, no control or direction characters, and
// nothing that a mail program would turn into a link. Markup is escaped later, when the HTML is generated.

export function toSingleLine(text: string, maxLength: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/(?![\u200C\u200D])\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const short = [...line].length > maxLength ? `${[...line].slice(0, maxLength - 1).join('')}…` : line;
  return short.replaceAll(/([.@\u3002\uFF0E\uFF61\uFF20]|:\/)(?=[\p{L}\p{N}/])/gu, `$1${wordJoiner}`);
}

/** The name of a person, company or project. */
export const cleanName = (text: string): string => toSingleLine(text, 120);

/** The beginning of somebody's notes; the link leads to the whole text. */
export const cleanNotes = (text: string): string => toSingleLine(text, 500);

/** Invisible, zero width: "shop.example" stays readable but is not recognised as a link. */
const wordJoiner = '\u2060';
