// A hint while typing, no judgement: the server decides. Length counts most; repeats and sequences count little.

export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong';

/** behaviour.md: 10 characters at least; an installation may ask for more and then says so. */
const minimumLength = 10;

export function passwordStrength(password: string): PasswordStrength {
  const characters = [...password];
  if (characters.length < minimumLength) return 'short';
  const telling = characters.filter((character, index) => !isExpected(characters[index - 1], character)).length;
  const different = new Set(characters).size;
  const score = Math.min(telling, different * 1.5);
  if (score < 8) return 'weak';
  return score < 13 ? 'fair' : 'strong';
}

/** "aa", "ab", "21": what follows adds next to nothing. */
function isExpected(before: string | undefined, character: string): boolean {
  if (before === undefined) return false;
  const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  return step === 0 || step === 1 || step === -1;
}
