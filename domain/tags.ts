// Tags of worklogs: names that are unique in the company, compared without case (tag-names.ts).

import { type Refusal, refuse } from './reasons.ts';

export const maxTagNameLength = 100;

export const maxTagsPerWorklog = 20;

/** In filters: worklogs without a tag. */
export const noTag = 'none';

/** A tag of worklogs is part of lists and reports: it is merged into another one instead. */
export const deleteTagRefusal = (isUsed: boolean): Refusal | null => (isUsed ? refuse('tag.in-use') : null);

export const mergeTagRefusal = (tagId: string, intoId: string): Refusal | null =>
  tagId === intoId ? refuse('tag.merge-with-itself', { path: 'intoId' }) : null;

export const tagCountRefusal = (count: number): Refusal | null =>
  count > maxTagsPerWorklog ? refuse('field.too-many', { path: 'tags', params: { maximum: maxTagsPerWorklog } }) : null;
