// Names of tags as they are stored: one line without the sign by which quick entry recognises them, and without commas, because lists of
// tags are written with commas.

import { singleSpaced } from './text.ts';

/** `#urgent` is the tag `urgent`. */
export const tagNameOf = (typed: string): string => singleSpaced(singleSpaced(typed).replace(/^#+/, ''));

export const isTagName = (name: string): boolean => !name.includes(',');
