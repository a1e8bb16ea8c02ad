import { describe, expect, test } from 'vitest';
import { parseQuickEntry } from '#domain/quick-entry/line.ts';
import { withWordsAsNotes } from './quick-line.ts';

const read = (line: string) =>
  parseQuickEntry(line, {
    today: '2026-11-29',
    locale: 'en',
    currency: 'IDR',
    isMonthFirst: false,
    mayOmitTimes: false,
  });
const task = { taskName: 'Electrical', projectName: 'Warehouse', clientName: null };

describe('the words of a line', () => {
  test('that cannot mean the chosen task become notes, before the written ones', () => {
    expect(withWordsAsNotes(read('8-12 survey'), task).notes).toBe('survey');
    expect(withWordsAsNotes(read('8-12 survey // north side'), task).notes).toBe('survey\nnorth side');
  });

  test('are no notes where they mean the task, or none is chosen, or there are none', () => {
    expect(withWordsAsNotes(read('8-12 elec // survey'), task).notes).toBe('survey');
    expect(withWordsAsNotes(read('8-12 electricl // survey'), task).notes).toBe('survey');
    expect(withWordsAsNotes(read('8-12 survey'), null).notes).toBe('');
    expect(withWordsAsNotes(read('8-12'), task).notes).toBe('');
  });
});
