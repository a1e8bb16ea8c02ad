// Reads XML as a stream. What a workbook never has is refused before it takes memory: a document type with entities of its own, megabytes
// without a tag, elements within elements within elements.

import { SaxesParser } from 'saxes';
import { Undecodable } from '../undecodable.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Names of elements without their prefix, which depends on the program that wrote the file. */
type XmlEvents = {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
};

/** A cell has at most 32,767 characters. */
const maxBytesBetweenTags = 1_000_000;
const maxDepth = 50;

/** Yields what the events have put into `found`, so that nothing is read before it is needed. */
export async function* readXml<Found>(
  xml: AsyncIterable<Buffer>,
  found: Found[],
  events: XmlEvents,
): AsyncGenerator<Found> {
  const decoder = new TextDecoder();
  const reading = { bytes: 0, depth: 0 };
  const parser = parserOf(events, reading);
  try {
    for await (const piece of xml) {
      reading.bytes += piece.length;
      parser.write(decoder.decode(piece, { stream: true }));
      if (reading.bytes > maxBytesBetweenTags) throw new Undecodable('import.damaged');
      yield* found.splice(0);
    }
    parser.write(decoder.decode()).close();
    yield* found.splice(0);
  } catch (error) {
    throw error instanceof Undecodable ? error : new Undecodable('import.damaged');
  }
}

type Reading = { bytes: number; depth: number };

/** Without a handler of its own, the parser throws the errors that it finds. */
function parserOf(events: XmlEvents, reading: Reading): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('opentag', ({ name, attributes }) => {
    reading.bytes = 0;
    reading.depth += 1;
    if (reading.depth > maxDepth) throw new Undecodable('import.damaged');
    events.open(withoutPrefix(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    reading.bytes = 0;
    reading.depth -= 1;
    events.close(withoutPrefix(name));
  });
  parser.on('text', events.text);
  parser.on('cdata', events.text);
  parser.on('doctype', () => {
    throw new Undecodable('import.damaged');
  });
  return parser;
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

export const visitElements = async (
  xml: AsyncIterable<Buffer>,
  visit: (name: string, attributes: Attributes) => void,
): Promise<never[]> =>
  Array.fromAsync(readXml<never>(xml, [], { open: visit, close: () => undefined, text: () => undefined }));
