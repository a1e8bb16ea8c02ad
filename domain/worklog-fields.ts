// The plain fields of a worklog: the values that submitting and amending set, beside the task and the receipts. Rows, inserts,
// the history, personal data, exports, copies, the form and the lists derive from this table, so that no field is missing in
// one of them. AGENTS.md lists what a new text touches.

import type { Day } from './calendar.ts';
import { recordOf } from './record-of.ts';

export const maxNotesLength = 5_000;

/**
 * `minutes`: follow from the times, and are a value of their own only in a worklog without times.
 * `text`: free text of the worker, empty by default; copies and duplicates keep it. `unit`: what times or amounts of the worklog are
 * in; the history does not list it as a change.
 */
type FieldRow =
  | { kind: 'instant' | 'minutes' | 'day' | 'amount' | 'unit' | 'flag' }
  | { kind: 'text'; maxLength: number };

/** In the order of personal data. */
export const worklogFields = {
  startsAt: { kind: 'instant' },
  endsAt: { kind: 'instant' },
  minutes: { kind: 'minutes' },
  zone: { kind: 'unit' },
  day: { kind: 'day' },
  amountMinor: { kind: 'amount' },
  currency: { kind: 'unit' },
  isBillable: { kind: 'flag' },
  notes: { kind: 'text', maxLength: maxNotesLength },
} as const satisfies Record<string, FieldRow>;

type Fields = typeof worklogFields;
export type WorklogField = keyof Fields;

type ValueOfKind = {
  instant: Date | null;
  minutes: number | null;
  day: Day;
  amount: number | null;
  unit: string;
  flag: boolean;
  text: string;
};
export type WorklogValues = { [Field in WorklogField]: ValueOfKind[Fields[Field]['kind']] };

type OfKind<Kind> = { [Field in WorklogField]: Fields[Field]['kind'] extends Kind ? Field : never }[WorklogField];
export type WorklogText = OfKind<'text'>;
export type ChangedField = OfKind<Exclude<FieldRow['kind'], 'unit'>>;

export const worklogFieldNames = Object.keys(worklogFields).filter(
  (name): name is WorklogField => name in worklogFields,
);

export const worklogTexts = worklogFieldNames.filter(
  (name): name is WorklogText => worklogFields[name].kind === 'text',
);

/** The fields whose changes the history lists. */
export const changedFields = worklogFieldNames.filter(
  (name): name is ChangedField => worklogFields[name].kind !== 'unit',
);

/** One value for each text of a worklog. */
export function mapTexts<Value>(make: (name: WorklogText) => Value): Record<WorklogText, Value> {
  return recordOf(worklogTexts, make);
}
