import { describe, expect, test } from 'vitest';
import { matchTasks } from './task-match.ts';

const task = (projectName: string, taskName: string) => ({ projectName, taskName });
const masonry = task('Quay wall', 'Masonry');
const formwork = task('Quay wall', 'Formwork');
const repair = task('Old mill', 'Masonry repair');
const lot = task('Lot 9', 'Élagage');
const tasks = [repair, masonry, formwork, lot];

const meant = (words: string) => matchTasks(words, tasks).certain;
const found = (words: string) => matchTasks(words, tasks).found;

describe('the words', () => {
  test.each([
    ['formwork', formwork],
    ['FORM', formwork],
    ['quay mas', masonry],
    ['masonry quay', masonry],
    ['masonry', masonry],
    ['mill', repair],
    ['9', lot],
    ['elagage', lot],
    ['lot 9', lot],
  ])('“%s” can mean one only', (words, one) => {
    expect(meant(words)).toBe(one);
  });

  test('that fit several leave the choice open, in the order that they came in', () => {
    expect([meant('mas'), found('mas')]).toEqual([null, [repair, masonry]]);
    expect([meant('quay'), found('quay')]).toEqual([null, [masonry, formwork]]);
  });

  test('with a slip find what they must mean, and do not choose it', () => {
    for (const slip of ['formwrk', 'fromwork', 'formworkk', 'fornwork', 'fromw'])
      expect([slip, found(slip), meant(slip)]).toEqual([slip, [formwork], null]);
    expect(found('frmwrk'), 'two are too many').toEqual([]);
  });

  test('must all be found, and none offer everything', () => {
    expect(found('masonry tower')).toEqual([]);
    expect(matchTasks(' ', tasks)).toEqual({ found: tasks, certain: null });
  });
});
