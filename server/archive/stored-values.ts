// What the API reads from columns of an archive that the database does not restrict enough: JSON, and texts that stand for something. Each
// has the schema of the contract by which the API reads or answers it. A column of JSON without one is an error of tsc. Days, instants and
// numbers are checked by their type (check-values.ts). Names and notes are answered as plain text, whose length the database checks.

import { z } from 'zod';
import { companyEvent } from '#contract/company-events.ts';
import { currency, email, id, text, timeZone, version } from '#contract/fields.ts';
import { historyColumnsText } from '#contract/history-imports.ts';
import { storedPayrollTotals } from '#contract/payroll.ts';
import { projectBudgets } from '#contract/projects.ts';
import { savedFilter, savedGroups } from '#contract/saved-reports.ts';
import { worklogEvent } from '#contract/worklog-events.ts';
import { worklogValues } from '#contract/worklog-fields.ts';
import { maxHistoryExamples } from '#domain/history-imports/questions.ts';
import { maxNotesLength } from '#domain/worklog-fields.ts';
import { type describedTables, snakeCase } from '../db/described-tables.ts';
import type { Database, JsonColumn } from '../db/schema.ts';

/** Columns that mean the same in every table. */
const ofEveryTable: Readonly<Record<string, z.ZodType>> = {
  currency,
  timeZone,
  version,
  zone: timeZone,
  ...projectBudgets,
};

type Described = typeof describedTables;
/** Of the accounts in `users`, no JSON is in an archive. */
type Archived = Exclude<
  { [Name in keyof Described]: Described[Name]['archive'] extends 'rows' ? Name : never }[keyof Described],
  'users'
>;

type JsonOf<Name extends Archived> = {
  [Column in keyof Database[Name]]: JsonColumn extends Database[Name][Column] ? Column : never;
}[keyof Database[Name]];

type Schemas<Name extends Archived> = { [Column in keyof Database[Name]]?: z.ZodType } & {
  [Column in JsonOf<Name>]: z.ZodType;
};

type StoredValues = { users: { email: z.ZodType } } & { [Name in Archived]?: Schemas<Name> } & {
  [Name in Archived as JsonOf<Name> extends never ? never : Name]: Schemas<Name>;
};

const countsByName = z.record(z.string(), z.int());
const { changes, values } = worklogEvent.shape;
const changeOf = (value: z.ZodType) => z.object({ from: value, to: value }).optional();

const storedValues = {
  users: { email: email.nullable() },
  companyEvents: { policy: companyEvent.shape.policy.unwrap().shape.name.nullable() },
  historyImports: {
    counts: countsByName,
    creates: countsByName,
    namedColumns: z.record(z.string(), historyColumnsText),
    questions: z.record(
      z.string(),
      z.object({ rows: z.int(), examples: z.array(z.tuple([z.int(), z.int()])).max(maxHistoryExamples) }),
    ),
  },
  invites: { email },
  payrollExports: { workerIds: z.array(id).nullable(), totals: storedPayrollTotals },
  savedReports: { filter: savedFilter, groupBy: savedGroups },
  worklogEvents: {
    notes: text(maxNotesLength).nullable(),
    changes: changes.and(
      z.object({
        startsAt: changeOf(worklogValues.startsAt),
        endsAt: changeOf(worklogValues.endsAt),
        day: changeOf(worklogValues.day),
      }),
    ),
    rowValues: values.unwrap().extend({ zone: timeZone.optional(), currency: currency.optional() }).nullable(),
  },
} satisfies StoredValues;

const byTable = new Map(
  Object.entries<Readonly<Record<string, z.ZodType>>>(storedValues).map(([table, schemas]) => [
    snakeCase(table),
    inSql(schemas),
  ]),
);

function inSql(schemas: Readonly<Record<string, z.ZodType>>): Map<string, z.ZodType> {
  return new Map(Object.entries(schemas).map(([column, schema]) => [snakeCase(column), schema]));
}

const sharedSchemas = inSql(ofEveryTable);

/** By names as in SQL. Undefined where the type of the column says enough. */
export const storedValueSchema = (table: string, column: string): z.ZodType | undefined =>
  byTable.get(table)?.get(column) ?? sharedSchemas.get(column);
