// Favourite tasks: their limit, and how many worklogs "last used" looks at.

import { type Refusal, refuse } from './reasons.ts';

/** As many as a person can scan; together with the last used tasks they fit into the first page of a picker. */
export const maxFavourites = 25;

/** The newest worklogs that count for "last used": with four a day they cover about a quarter of a year. */
export const maxLastUsedWorklogs = 200;

/** `count`: existing favourites, without the new one. */
export const favouriteLimitRefusal = (count: number): Refusal | null =>
  count < maxFavourites ? null : refuse('task.too-many-favourites', { params: { maximum: maxFavourites } });
