// Which styles of cells show a number as a date or as a length of time. Both are stored as numbers; only the format differs.

import { visitElements } from './xml.ts';

/** `length`: a format such as `[h]:mm`, in which hours continue after 24. */
export type NumberKind = 'number' | 'date' | 'length';

/** By the number of a style. */
export async function readNumberKinds(xml: AsyncIterable<Buffer>): Promise<NumberKind[]> {
  const kinds: NumberKind[] = [];
  const own = new Map<number, NumberKind>();
  let isOfCells = false;
  await visitElements(xml, (name, attributes) => {
    const format = Number(attributes.numFmtId ?? 0);
    if (name === 'numFmt') own.set(format, kindOfFormat(attributes.formatCode ?? ''));
    // Other lists have elements of the same name.
    else if (name === 'cellXfs') isOfCells = true;
    else if (name === 'cellStyles') isOfCells = false;
    else if (name === 'xf' && isOfCells) kinds.push(own.get(format) ?? kindOfBuiltIn(format));
  });
  return kinds;
}

/** 27 to 36 and 50 to 58 are dates of East Asia. */
function kindOfBuiltIn(format: number): NumberKind {
  if (format === 46) return 'length';
  const isDate =
    (format >= 14 && format <= 22) ||
    (format >= 27 && format <= 36) ||
    (format >= 45 && format <= 47) ||
    (format >= 50 && format <= 58);
  return isDate ? 'date' : 'number';
}

/** Letters of dates outside of quotes and brackets, without the digits of a number other than parts of a second. */
export function kindOfFormat(format: string): NumberKind {
  const shown = format.replaceAll(/"[^"]*"|\\.|[_*]./g, '');
  if (/\[(?:h+|m+|s+)\]/i.test(shown)) return 'length';
  const parts = shown
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/s[.,]0+/gi, 's')
    .split(';');
  return parts.some((part) => /[ymdhs]/i.test(part) && !/[0#?]/.test(part)) ? 'date' : 'number';
}
