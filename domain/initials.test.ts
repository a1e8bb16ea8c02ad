import { describe, expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

describe('initials', () => {
  test.each([
    ['Budi Santoso', 'BS'],
    ['  budi   van der  santoso ', 'BS'],
    ['Sukarno', 'S'],
    ['נועה כהן (12)', 'נכ'],
    ['007', '0'],
    ['נ(', 'נ'],
    ['(נועה) [כהן]', 'נכ'],
    ['“Ayu” — Lestari', 'AL'],
    ["'t Hooft", 'TH'],
    ['Ayu Lestari 🌸', 'AL'],
    ['🦊 Ayu 🌸', 'A'],
    ['élise', 'É'],
    ['3M Indonesia', 'MI'],
    ['कमल सिंह', 'कसिं'],
    ['李 小龍', '李小'],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  test.each(['🦊🌸', '— … —', '', '()'])('are none of %s', (name) => {
    expect(initialsOf(name)).toBe('');
  });
});
