import type { Entry } from './entry.ts';
import type { Mistakes } from './mistakes.ts';

/** The props of every part of the form. */
export type FieldProps = { entry: Entry; mistakes: Mistakes; onChange: (entry: Entry) => void };
