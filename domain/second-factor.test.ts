import { describe, expect, test } from 'vitest';
import { isAppCode, normalizeCode, recoveryCodeBytes, recoveryCodeOf } from './second-factor.ts';

describe('a recovery code', () => {
  test('has sixteen characters in four groups, and contains every random bit', () => {
    expect(recoveryCodeOf(new Uint8Array(recoveryCodeBytes))).toBe('0000-0000-0000-0000');
    expect(recoveryCodeOf(new Uint8Array(recoveryCodeBytes).fill(255))).toBe('zzzz-zzzz-zzzz-zzzz');
    const bytes = Uint8Array.from({ length: recoveryCodeBytes }, (_, index) => 1 << (index % 8));
    expect(recoveryCodeOf(bytes)).toBe('0410-820g-4108-0082');
  });

  test('is recognised however it is copied', () => {
    const code = 'k3m7-9xqa-01bw-5chn';
    for (const typed of [
      code.toUpperCase(),
      ' k3m7 9xqa 01bw 5chn ',
      'k3m79xqa01bw5chn',
      'K3M7-9XQA-OIBW-5CHN',
      'k3m7-9xqa-olbw-5chn',
    ])
      expect(normalizeCode(typed)).toBe(normalizeCode(code));
  });

  test('differs from a code of an app, which has six digits in any grouping', () => {
    expect(isAppCode(normalizeCode('123 456'))).toBe(true);
    for (const typed of ['12345', '1234567', '0410-820g-4108-0082', 'abcdef', ''])
      expect(isAppCode(normalizeCode(typed))).toBe(false);
  });
});
