import { expect, test } from 'vitest';
import { serializeReceipts } from './entry-receipts.ts';
import { initialFiles, mergeFirstFiles, receiptKey, sortByKeys, unreplaced } from './form-files.ts';

const file = (name: string) => new File([name], name, { type: 'image/jpeg' });
const first = (key: string, uploadedId: string | null = null) => ({ key, uploadedId, file: file(`${key}.jpg`) });
const receipt = (id: string, key?: string) => ({
  id,
  name: `${id}.jpg`,
  bytes: 5,
  width: 8,
  height: 6,
  type: 'image/jpeg' as const,
  ...(key === undefined ? {} : { key }),
});

test('a file that is not uploaded yet has its place among the others', () => {
  const receipts = serializeReceipts([receipt('server'), receipt('one', 'b')]);
  const { open, uploaded, order } = initialFiles({ receipts }, [first('a'), first('b', 'one'), first('c'), first('d')]);
  expect(open.map(({ key }) => key)).toEqual(['a', 'c', 'd']);
  expect([...uploaded.keys()]).toEqual(['one']);
  expect(order).toEqual(['server', 'a', 'b', 'c', 'd']);
  expect(
    sortByKeys([receipt('x', 'c'), receipt('y', 'a'), receipt('server')], order, receiptKey).map(receiptKey),
  ).toEqual(['server', 'a', 'c']);
});

test('a cropped photo replaces the one that waits, also when it is uploaded', () => {
  const cropped = { ...first('a'), file: file('part.jpg') };
  expect(mergeFirstFiles([first('a'), first('b')], [cropped, first('c')]).map(({ file: { name } }) => name)).toEqual([
    'part.jpg',
    'b.jpg',
    'c.jpg',
  ]);
  const receipts = serializeReceipts([{ ...receipt('new', 'a'), isCropped: true }]);
  const { open, uploaded } = initialFiles({ receipts }, [first('a', 'old')]);
  expect(open).toEqual([]);
  expect(uploaded.size, 'the file that waits is the whole photo').toBe(0);
});

test('an uploaded photo is a receipt until its part is uploaded, which has its place', () => {
  const receipts = serializeReceipts([receipt('one', 'a'), receipt('two')]);
  const { open, uploaded, order } = initialFiles({ receipts }, [{ ...first('a'), isOpen: true }]);
  expect(open.map(({ key }) => key)).toEqual(['a']);
  expect(uploaded.size).toBe(0);
  expect(order).toEqual(['a', 'two']);
  expect(unreplaced({ receipts }, open).map(({ id }) => id)).toEqual(['two']);
  expect(unreplaced({ receipts }, []).map(({ id }) => id)).toEqual(['one', 'two']);
});
