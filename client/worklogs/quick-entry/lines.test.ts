import { expect, test } from 'vitest';
import { sample } from '../../worklog/sample-worklog.ts';
import { emptyEntry } from '../entry.ts';
import { hasLinesAside, type LineInput, setLineAside, submitLine } from './lines.ts';
import { lastEndWithLines } from './quick-line.ts';

const line = (text: string, companyId: string): LineInput => {
  const times = { startTime: '09:00', endTime: '10:00' };
  return { companyId, text, words: text, task: null, entry: { ...emptyEntry('2026-11-16'), ...times } };
};

test('lines are sent in order, each after the response to the previous one, even if that was refused', async () => {
  const sent: string[] = [];
  const answers = new Map<string, (isSaved: boolean) => void>();
  const send = (text: string) => async () => {
    sent.push(text);
    const isSaved = await new Promise<boolean>((resolve) => answers.set(text, resolve));
    if (!isSaved) throw new Error('refused');
    return sample({ notes: text });
  };
  const ended = ['one', 'two', 'three'].map((text) => submitLine(line(text, 'order'), send(text)));
  for (const [text, isSaved] of [
    ['one', true],
    ['two', false],
    ['three', true],
  ] as const) {
    await expect.poll(() => sent.at(-1)).toBe(text);
    answers.get(text)?.(isSaved);
  }
  expect(sent).toEqual(['one', 'two', 'three']);
  const lines = await Promise.all(ended);
  expect(lines.map((one) => one && [one.state, one.text])).toEqual([
    ['saved', 'one'],
    ['aside', 'two'],
    ['saved', 'three'],
  ]);
  expect(hasLinesAside('order')).toBe(true);
});

test('the text of the field can be kept as a line, unless it is blank', () => {
  setLineAside(line('  ', 'blank'));
  expect(hasLinesAside('blank')).toBe(false);
  setLineAside(line('half a lin', 'typed'));
  expect(hasLinesAside('typed')).toBe(true);
});

test('a duration starts after the lines that are still being saved', () => {
  const written = { ...line('9-10 one', 'ends'), id: 1 };
  const nine = new Date('2026-11-16T09:00:00Z');
  const [saving, aside] = [
    { ...written, state: 'saving' as const },
    { ...written, state: 'aside' as const, error: null },
  ];
  expect(lastEndWithLines('2026-11-16', [saving], nine, 'UTC')).toEqual(new Date('2026-11-16T10:00:00Z'));
  expect(lastEndWithLines('2026-11-16', [saving], null, 'UTC')).toEqual(new Date('2026-11-16T10:00:00Z'));
  expect(lastEndWithLines('2026-11-16', [aside], nine, 'UTC'), 'it was not submitted').toEqual(nine);
  expect(lastEndWithLines('2026-11-17', [saving], null, 'UTC')).toBeNull();
});
