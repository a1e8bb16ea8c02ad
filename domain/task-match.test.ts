import { describe, expect, test } from 'vitest';
import { matchTasks } from './task-match.ts';

const task = (projectName: string, taskName: string) => ({ projectName, taskName, clientName: null });
const masonry = task('Quay wall', 'Masonry');
const formwork = task('Quay wall', 'Formwork');
const repair = task('Old mill', 'Masonry repair');
const lot = task('Lot 9', 'Élagage');
const tasks = [repair, masonry, formwork, lot];

const meant = (words: string) => matchTasks(words, tasks).certain;
const found = (words: string) => matchTasks(words, tasks).found;

describe('matching words with tasks', () => {
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
  ])('“%s” can mean only one task', (words, one) => {
    expect(meant(words)).toBe(one);
  });

  test('the words may name the client of a project', () => {
    const [ours, theirs] = [
      { ...task('Website', 'Design'), clientName: 'Acme' },
      { ...task('Website', 'Design'), clientName: 'Borealis' },
    ];
    expect(matchTasks('design', [ours, theirs]).certain).toBe(null);
    expect(matchTasks('acme design', [ours, theirs]).certain).toBe(ours);
  });

  test('words that fit several tasks choose none, and the tasks keep their order', () => {
    expect([meant('mas'), found('mas')]).toEqual([null, [repair, masonry]]);
    expect([meant('quay'), found('quay')]).toEqual([null, [masonry, formwork]]);
  });

  test('words with a typo find the task, but do not choose it', () => {
    for (const slip of ['formwrk', 'fromwork', 'formworkk', 'fornwork', 'fromw'])
      expect([slip, found(slip), meant(slip)]).toEqual([slip, [formwork], null]);
    expect(found('frmwrk'), 'two are too many').toEqual([]);
  });

  test('all words must be found; no words match every task', () => {
    expect(found('masonry tower')).toEqual([]);
    expect(matchTasks(' ', tasks)).toEqual({ found: tasks, certain: null });
  });
});
