import type { Entry } from './entry.ts';
import type { Mistakes } from './mistakes.ts';

/** What every part of the form is given. */
export type FieldProps = { entry: Entry; mistakes: Mistakes; onChange: (entry: Entry) => void };
