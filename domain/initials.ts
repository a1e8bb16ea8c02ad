// The initials of a person, shown where a picture would be.

/** Initials of the first and the last word that has a letter, or a digit if none has; empty if none has either. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').split(/\s+/);
  const firstOf = (kind: RegExp) => words.flatMap((word) => word.match(kind)?.slice(0, 1) ?? []);
  const letters = firstOf(/\p{L}\p{M}*/u);
  const initials = letters.length > 0 ? letters : firstOf(/\p{N}/u);
  return [initials[0], initials.length > 1 ? initials.at(-1) : ''].join('').toUpperCase();
}
