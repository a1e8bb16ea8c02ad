// Page size of lists: from the URL, else the one chosen last in this tab. Not in local storage, which contains only the keys
// of the specification.

import type { Parameter } from '../filters.ts';
import { sessionKeep } from '../storage.ts';

export const pageSizes = [10, 25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

const key = 'page-size';
const defaultPageSize: PageSize = 25;

const knownSize = (value: unknown): PageSize | undefined => pageSizes.find((size) => String(size) === String(value));

export const rememberPageSize = (size: PageSize): void => sessionKeep.set(key, size);

export const sizeParameter: Parameter<PageSize> = {
  read: (raw) => knownSize(raw) ?? knownSize(sessionKeep.get(key)) ?? defaultPageSize,
  write: String,
};
