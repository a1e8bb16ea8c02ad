import { expect, test } from 'vitest';
import { deleteClientRefusal } from './clients.ts';

test('a client is deleted only when it has no projects', () => {
  expect(deleteClientRefusal(0)).toBe(null);
  expect(deleteClientRefusal(2)).toEqual({ code: 'client.in-use' });
});
