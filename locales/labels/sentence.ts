// A sentence without values, in the current language or in another.

import type { Locale } from '#domain/settings.ts';

export type Sentence = (inputs?: Record<string, never>, options?: { locale?: Locale }) => string;
