import { expect, test } from 'vitest';
import { nextPosition } from './navigation.ts';

const size = { rows: 3, columns: 7 };
const after = (row: number, column: number, key: string) => {
  const keys = key.split('+');
  const pressed = {
    key: keys.at(-1) ?? '',
    shiftKey: keys.includes('Shift'),
    ctrlKey: keys.includes('Control'),
    metaKey: false,
  };
  const next = nextPosition({ row, column }, pressed, size);
  return next && [next.row, next.column];
};

test('arrows and Enter stop at the edges', () => {
  expect(after(1, 1, 'ArrowRight')).toEqual([1, 2]);
  expect(after(1, 6, 'ArrowRight')).toEqual([1, 6]);
  expect(after(0, 3, 'ArrowUp')).toEqual([0, 3]);
  expect(after(1, 3, 'ArrowDown')).toEqual([2, 3]);
  expect(after(1, 3, 'Enter')).toEqual([2, 3]);
  expect(after(1, 3, 'Shift+Enter')).toEqual([0, 3]);
  expect(after(2, 0, 'ArrowLeft')).toEqual([2, 0]);
});

test('Tab continues in the next row and leaves the table at its end', () => {
  expect(after(0, 5, 'Tab')).toEqual([0, 6]);
  expect(after(0, 6, 'Tab')).toEqual([1, 0]);
  expect(after(1, 0, 'Shift+Tab')).toEqual([0, 6]);
  expect(after(2, 6, 'Tab')).toBeNull();
  expect(after(0, 0, 'Shift+Tab')).toBeNull();
});

test('Home and End go to the ends of the row, with Control of the table', () => {
  expect(after(1, 3, 'Home')).toEqual([1, 0]);
  expect(after(1, 3, 'End')).toEqual([1, 6]);
  expect(after(1, 3, 'Control+Home')).toEqual([0, 0]);
  expect(after(1, 3, 'Control+End')).toEqual([2, 6]);
  expect(after(1, 3, 'a')).toBeNull();
});
