// Pixels of the picture.

import { shortestHours } from './layout.ts';

export const hourHeight = 48;

/** One line of text. */
export const lowestBlock = shortestHours * hourHeight;
