// Page size of lists: from the URL, else the one chosen last in this tab. Not in local storage, which contains only the keys
// of the specification.

import type { UrlParameter } from '../filters.ts';
import { tabStorage } from '../storage.ts';

export const pageSizes = [10, 25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

const key = 'page-size';
const defaultPageSize: PageSize = 25;

export const knownPageSize = (value: unknown): PageSize | undefined =>
  pageSizes.find((size) => String(size) === String(value));

export const rememberPageSize = (size: PageSize): void => tabStorage.set(key, size);

export const sizeParameter: UrlParameter<PageSize> = {
  read: (raw) => knownPageSize(raw) ?? knownPageSize(tabStorage.get(key)) ?? defaultPageSize,
  write: String,
};
