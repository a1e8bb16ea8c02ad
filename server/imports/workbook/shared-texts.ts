// The texts of a workbook, which its cells name by number. All of them are in memory, up to a limit.

import { Undecodable } from '../undecodable.ts';
import { readXml } from './xml.ts';

/** With two bytes for each character, half of what the process that reads history may use: 300,000 notes of 140 characters. */
const maxBytes = 100_000_000;
const bytesOfText = (text: string): number => 40 + 2 * text.length;

export async function readSharedTexts(xml: AsyncIterable<Buffer>): Promise<string[]> {
  const texts: string[] = [];
  let bytes = 0;
  for await (const text of textsIn(xml)) {
    bytes += bytesOfText(text);
    if (bytes > maxBytes) throw new Undecodable('import.too-large');
    texts.push(ownCopy(text));
  }
  return texts;
}

/** As a part of the text that the parser was given, it would keep all of it in memory. */
const ownCopy = (text: string): string => Buffer.from(text).toString();

/** A text may have parts with formats of their own, and (`rPh`) how it is pronounced. */
async function* textsIn(xml: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const found: string[] = [];
  let text = '';
  let isText = false;
  let isPronunciation = false;
  yield* readXml(xml, found, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPronunciation = true;
      else if (name === 't') isText = !isPronunciation;
    },
    text(more) {
      if (isText) text += more;
    },
    close(name) {
      if (name === 'si') found.push(unescapeText(text));
      else if (name === 'rPh') isPronunciation = false;
      else if (name === 't') isText = false;
    },
  });
}

/** Characters that XML cannot contain are written as "_x000D_". Those that cannot be stored or seen are left out. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-F]{4})_/gi, (_, digits) => {
        const character = String.fromCharCode(Number.parseInt(digits, 16));
        return /[\t\n\r]|[^\p{Cc}\p{Cs}]/u.test(character) ? character : '';
      })
    : text;
