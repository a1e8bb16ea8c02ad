// Characters that are not seen and make one name look like another, or change how the surrounding text is shown: control
// characters, changes of the writing direction, line separators, and everything else that Unicode shows as nothing or as a blank.

/** Marks of the right-to-left scripts, of Korean and of Mongolian, joiners, and variation selectors, which emoji need. */
const needed = String.raw`\u034f\u061c\u115f\u1160\u180b-\u180f\u200c-\u200f\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;

/** Scripts that need no joiners: after their letters, digits and spaces a joiner has no effect but to make an equal-looking name. */
const unjoined = String.raw`[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}0-9\p{Z}][\u200c\u200d]`;

const hidden = new RegExp(
  String.raw`[\p{Cc}\u2028\u2029\u2800\ufff9-\ufffb]|(?![${needed}])\p{Default_Ignorable_Code_Point}|${unjoined}`,
  'u',
);

export const hasHiddenCharacters = (value: string): boolean => hidden.test(value);

/** Whether the text shows anything: it has more than joiners, direction marks, fillers and spaces. */
export const isVisible = (value: string): boolean =>
  /[^\p{Cf}\p{Z}\p{Cc}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(value);
