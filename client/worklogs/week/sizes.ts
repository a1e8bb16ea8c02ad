// Sizes in pixels.

import { minBlockHours } from './layout.ts';

export const hourHeight = 48;

/** The height of one line of text. */
export const minBlockHeight = minBlockHours * hourHeight;
