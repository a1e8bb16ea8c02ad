import type { Noun } from '#domain/nouns.ts';

/** Nouns to invalidate when worklogs changed. */
export const worklogNouns: readonly Noun[] = ['worklogs', 'projects', 'reports', 'dashboard'];
