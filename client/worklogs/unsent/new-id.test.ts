import { expect, test } from 'vitest';
import { z } from 'zod';
import { newWorklogId } from './new-id.ts';

test('ids are of version 7, begin with the time, and are all different', () => {
  const now = Date.parse('2026-11-26T05:00:00Z');
  const ids = Array.from({ length: 1_000 }, () => newWorklogId(now));
  for (const id of ids) expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(1_000);
  expect(new Set(ids.map((id) => id.slice(0, 13)))).toEqual(
    new Set([
      now
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-'),
    ]),
  );
});
