// How many rows a page has: what the address says, else what was chosen last in this browser. The choice has a key of its own
// in local storage: the literal ones of the product hold what the specification lists, and nothing more.

import type { Parameter } from '../filters.ts';
import { createStoredStore } from '../storage.ts';

export const pageSizes = [10, 25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

const usualPageSize: PageSize = 25;

const knownSize = (value: unknown): PageSize | undefined => pageSizes.find((size) => String(size) === String(value));

const rememberedSize = createStoredStore<PageSize>('page-size', (stored) => knownSize(stored) ?? usualPageSize);

export const rememberPageSize = (size: PageSize): void => rememberedSize.set(size);

export const sizeParameter: Parameter<PageSize> = {
  read: (raw) => knownSize(raw) ?? rememberedSize.get(),
  write: String,
};
