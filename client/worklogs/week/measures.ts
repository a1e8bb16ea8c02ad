// Sizes in pixels.

import { shortestHours } from './layout.ts';

export const hourHeight = 48;

/** The height of one line of text. */
export const lowestBlock = shortestHours * hourHeight;
