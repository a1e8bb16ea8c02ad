// The types of the request pipeline: what a handler is, and what all requests use. call.ts has the request and its result.
// handle-request.ts runs a request, authorise.ts decides whether it may, execute.ts calls its handler.

import type { z } from 'zod';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { Action } from '#domain/permissions.ts';
import type { Config } from '../config/config.ts';
import type { Replica } from '../db/replica.ts';
import type { Transact } from '../db/transact.ts';
import type { Billing } from '../ports/billing/billing.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import type { Call } from './call.ts';
import type { CompanyArchives } from './company-archives.ts';
import type { AnyContext, CompanyContext, DatabaseHandle, PersonContext } from './context.ts';
import type { Hashing } from './hashing.ts';
import type { JsonText } from './json-text.ts';
import type { TwoPhase } from './two-phase.ts';

export type ContextOf<C extends Access> = C extends Action
  ? CompanyContext
  : C extends 'anyone'
    ? AnyContext
    : PersonContext;

/** One handler for each endpoint of a table; a missing or surplus one does not compile. */
export type Handlers<Table extends Record<string, Endpoint>> = {
  [Name in keyof Table]: (
    ctx: ContextOf<Table[Name]['can']>,
    input: z.output<Table[Name]['input']>,
  ) => Promise<
    z.input<Table[Name]['output']> | TwoPhase<ContextOf<Table[Name]['can']>, z.input<Table[Name]['output']>>
  >;
};

/** The same by name, for the code that mounts endpoints. */
export type HandlerTable = Readonly<Record<string, Call['handle'] | undefined>>;

export type Pipeline = {
  database: DatabaseHandle;
  transact: Transact;
  /** On connections reserved for slow reads. */
  transactHeavy: Transact;
  replica?: Replica | undefined;
  /** Computes reports while several companies are active; null for other endpoints, or if it cannot. */
  reportProcess?: { compute(call: Call): Promise<JsonText | null> } | undefined;
  config: Config;
  hashing: Hashing;
  billing: Billing;
  receipts: ReceiptStore;
  /** Absent in the report process. */
  archives?: CompanyArchives | undefined;
  receiptStallMs?: number | undefined;
};
