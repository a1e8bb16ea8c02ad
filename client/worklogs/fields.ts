import type { EntryValues } from './entry.ts';
import type { EntryErrors } from './entry-errors.ts';

/** The props of every part of the form. */
export type EntryFieldProps = { entry: EntryValues; errors: EntryErrors; onChange: (entry: EntryValues) => void };
