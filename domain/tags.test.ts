import { expect, test } from 'vitest';
import { typedTags } from './tag-lists.ts';
import { isTagName, tagNameOf } from './tag-names.ts';
import { mergeTagRefusal, tagCountRefusal } from './tags.ts';

test('a name is one line without the sign before it, and without commas', () => {
  expect(tagNameOf('  ##night   shift ')).toBe('night shift');
  expect(tagNameOf('C#')).toBe('C#');
  expect([isTagName('on-site'), isTagName('a, b')]).toEqual([true, false]);
});

test('a text field has the names between its commas', () => {
  expect(typedTags(' urgent, #night shift,, C# ,')).toEqual(['urgent', 'night shift', 'C#']);
  expect(typedTags(' ')).toEqual([]);
});

test('a tag is merged into another one only, and a worklog has at most twenty', () => {
  expect([mergeTagRefusal('a', 'b'), mergeTagRefusal('a', 'a')?.code]).toEqual([null, 'tag.merge-with-itself']);
  expect([tagCountRefusal(20), tagCountRefusal(21)?.code]).toEqual([null, 'field.too-many']);
});
