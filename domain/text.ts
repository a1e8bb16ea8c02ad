// Invisible characters that change how text is shown: control characters, changes of the writing direction, line separators.
// Joiners are allowed, as names in Persian and Hindi and emoji need them.

const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;

export const hasControlCharacters = (value: string): boolean => controls.test(value);

/** Whether the text shows anything: it has more than joiners, direction marks, fillers and spaces. */
export const isVisible = (value: string): boolean =>
  /[^\p{Cf}\p{Z}\p{Cc}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(value);
