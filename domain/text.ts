// Characters that are not seen and make one name look like another, or change how the surrounding text is shown: control
// characters, changes of the writing direction, line separators, and everything else that Unicode shows as nothing or as a blank.
// Scripts and emoji need some of them. Those are allowed exactly where they have an effect: joiners as in RFC 5892, appendix A.

const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;
const cursive = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Mand}\p{scx=Rohg}]`;
const mongolian = String.raw`[\u1820-\u18aa]`;
const pictograph = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\ufe0e\ufe0f])?`;

const meaningful = new RegExp(
  [
    String.raw`\p{RGI_Emoji_Tag_Sequence}`,
    String.raw`${pictograph}(?:\u200d${pictograph})*`,
    String.raw`[0-9#*]\ufe0f\u20e3`,
    String.raw`(?<=\p{Ideographic})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
    String.raw`(?<=${mongolian})(?:[\u180b-\u180d\u180f]|\u180e(?=${mongolian}))`,
    String.raw`(?<=${virama})[\u200c\u200d]|(?<=\p{L})[\u200c\u200d](?=${virama})`,
    String.raw`(?<=${cursive})(?:\u200c(?=${cursive})|\u200d(?![\p{L}\p{M}]))`,
  ].join('|'),
  'gv',
);

/** Left-to-right, right-to-left and Arabic letter mark. */
const marks = String.raw`\u200e\u200f\u061c`;

/** In a text with letters from right to left, a mark says on which side a space, number or sign stands. */
const meaningfulMark = new RegExp(
  String.raw`(?<=[^\p{L}\p{M}${marks}])[${marks}]|[${marks}](?=[^\p{L}\p{M}${marks}])`,
  'gu',
);

const rightToLeft = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u;

const hidden = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u061c\u2028\u2029\u2800\ufff9-\ufffb]/u;

export function hasHiddenCharacters(value: string): boolean {
  const withoutMarks = rightToLeft.test(value) ? value.replaceAll(meaningfulMark, '') : value;
  return hidden.test(withoutMarks.replaceAll(meaningful, ''));
}

/** Without spaces and direction marks around it; invisible marks are often copied with a name from another program. */
export function trimmed(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && surrounding.test(value.charAt(start))) start += 1;
  while (end > start && surrounding.test(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

/**
 * A name as it is stored, so that names that look alike on a page are equal: trimmed, with one plain space where several or others stood, and
 * with composed letters.
 */
export const singleSpaced = (value: string): string => trimmed(value.normalize('NFC').replaceAll(/\p{Zs}+/gu, ' '));

const surrounding = new RegExp(String.raw`[\s${marks}]`, 'u');

export const withoutInvisible = (value: string): string => value.replaceAll(invisible, '');

const invisible = /[\p{Default_Ignorable_Code_Point}\u061c]/gu;

/** Whether the text shows anything: it has more than joiners, direction marks, fillers and spaces. */
export const isVisible = (value: string): boolean =>
  /[^\p{Cf}\p{Z}\p{Cc}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(value);
