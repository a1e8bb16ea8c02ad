// Favourite tasks: how many there may be, and how far back "last used" looks.

import { type Refusal, refuse } from './reasons.ts';

/** As many as a person finds by looking; with the last used ones they still fit into the first answer of a picker. */
export const maximumFavourites = 25;

/** Whoever logs four times a day has a quarter of a year in them; beyond that nobody remembers what was "last". */
export const lastUsedWorklogs = 200;

/** `count`: those there are without the new one. */
export const favouriteRefusal = (count: number): Refusal | null =>
  count < maximumFavourites ? null : refuse('task.too-many-favourites', { params: { maximum: maximumFavourites } });
