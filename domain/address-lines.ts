// Addresses as they are pasted: several on a line, as copied from the recipients of a mail, between commas, semicolons or
// spaces, each alone or as "Budi Santoso <budi@karya.example>".

import { trimmed } from './text.ts';

export type WrittenAddress = { email: string; name: string };

/** Whether the line names several people, rather than one by an address, a name and a role. */
export const hasSeveralAddresses = (cells: readonly string[]): boolean => {
  const line = cells.join(' ');
  return line.indexOf('@') !== line.lastIndexOf('@');
};

/** In the order of the line. What is no address is kept, to be reported. */
export const splitAddresses = (cells: readonly string[]): WrittenAddress[] => joinQuoted(cells).flatMap(addressesIn);

/** Parses "Budi Santoso <budi@karya.example>", as mail programs copy it, and "mailto:budi@karya.example". */
export function parseAddress(cell: string): WrittenAddress {
  const bracketed = /^(.*)<([^<>]*)>$/.exec(cell);
  return { email: withoutScheme(bracketed?.[2] ?? cell), name: cleanName(bracketed?.[1] ?? '') };
}

const withoutScheme = (email: string): string => trimmed(email.trimStart().replace(/^mailto:/i, ''));

const cleanName = (name: string): string => trimmed(name.replaceAll('"', '').replace(/^[\s,;]+/, ''));

/** `"Santoso, Budi" <budi@karya.example>` is split at the comma if it does not begin the line. */
function joinQuoted(cells: readonly string[]): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const cell of cells) {
    if (isOpen) joined.push(`${joined.pop() ?? ''}, ${cell}`);
    else joined.push(cell);
    if ((cell.split('"').length - 1) % 2 === 1) isOpen = !isOpen;
  }
  return joined;
}

/** Every second part is an address in brackets; the text before it is its name, after any addresses without brackets. */
function addressesIn(cell: string): WrittenAddress[] {
  const parts = cell.split(/<([^<>]*)>/);
  return parts.flatMap((part, index) => {
    if (index % 2 === 1) return [{ email: withoutScheme(part), name: cleanName(nameIn(parts[index - 1] ?? '')) }];
    const plain = index === parts.length - 1 ? part : part.slice(0, part.length - nameIn(part).length);
    return plainAddresses(plain).map((email) => ({ email: withoutScheme(email), name: '' }));
  });
}

/** What follows the last address in the text. */
function nameIn(text: string): string {
  const rest = text.slice(text.lastIndexOf('@') + 1);
  if (rest.length === text.length) return text;
  const end = rest.search(/[\s,;]/);
  return end < 0 ? '' : rest.slice(end);
}

const plainAddresses = (text: string): string[] =>
  (text.includes('@') ? text.split(/[\s,;]+/) : [text])
    .map((word) => trimmed(word.replaceAll('"', '')))
    .filter((word) => word !== '');
