// A worklog that waits on this device, as it is stored: what the person wants, not a request. A later release reads what this one
// has stored (`parseUnsent`), so fields are added and none changes its meaning; tests/unsent-formats/ has an example of each format.

import type { SessionCompany } from '#contract/identity.ts';
import { dayOf, resolveWallTime } from '#domain/calendar.ts';
import { minutesBetween } from '#domain/duration.ts';
import { type Money, toMinor } from '#domain/money.ts';
import type { ReceiptType } from '#domain/receipts.ts';
import { m } from '#locales/messages.js';
import type { ApiInput, ApiProblem } from '../../api.ts';
import { isRecord } from '../../storage.ts';
import type { LoggableTask } from '../loader.ts';

type Submission = ApiInput<'POST /companies/{companyId}/worklogs'>;

/** What the worker has entered. Times are wall times, amounts are decimals, in no language. */
export type Written = Omit<Submission, 'companyId' | 'id' | 'receiptIds'>;

/** The file is in the store of files under `key`. `uploadedId`: the receipt on the server, which deletes unused ones after a day. */
export type UnsentReceipt = {
  key: string;
  uploadKey: string;
  name: string;
  type: ReceiptType;
  bytes: number;
  uploadedId: string | null;
};

export type UnsentTask = Pick<
  LoggableTask,
  'taskName' | 'kind' | 'projectId' | 'projectName' | 'clientName' | 'colour'
> &
  Partial<Pick<LoggableTask, 'isBillable'>>;

/** What a worklog of the server was like before a change of it, or its withdrawal, was kept on this device. */
export type Unchanged = Pick<UnsentEntry, 'written' | 'task' | 'receipts'>;

type TimerStart = ApiInput<'POST /companies/{companyId}/timer'>;
type SentTimerChange = ApiInput<'PATCH /companies/{companyId}/timer/{timerId}'>;

/** Of a worklog that is measured, or was, by a timer of the same id. */
export type UnsentTimer = {
  startedAt: string;
  /** The start was changed since it was sent. */
  isMoved: boolean;
  /** On the server; null as long as it is unknown whether the timer is there. */
  version: number | null;
  /** The start, if it may have reached the server and was never answered. */
  start: { key: string; revision: number; request: TimerStart } | null;
  /** A change of the timer, if it may have reached the server and was never answered. */
  change?: { revision: number; request: SentTimerChange } | null;
  /** A stop by the clock of the server may have reached it. */
  isStopSent: boolean;
};

export type UnsentEntry = {
  /** 2: with `unchanged`; 3: with `timer`; 4: lost. An earlier release leaves them alone. */
  format: 1 | 2 | 3 | 4;
  /** The id of the worklog, generated on this device or another one. */
  worklogId: string;
  /**
   * `start`: its timer runs. `withdraw`: it may have arrived, and must not exist. `change`: it has arrived in an earlier version.
   * `lost`: it was on the server, which was restored to an earlier moment since. Sent as a new one once the worker decides.
   */
  intent: 'start' | 'create' | 'change' | 'withdraw' | 'lost';
  personId: string;
  companyId: string;
  companyName: string;
  /** For the day and the amount that are shown until the server has computed them. */
  timeZone: string;
  /** Of an amount of which `written` does not say it. */
  currency: string;
  /** By the clock of the server. Entries are sent in this order. */
  queuedAt: number;
  /** Rises with each change by the worker, who may change it while it is being sent. */
  revision: number;
  /** The id of the task is empty if the timer has none yet. */
  written: Written;
  task: UnsentTask;
  receipts: UnsentReceipt[];
  /** Of a worklog that was on the server when the worker changed or withdrew it here. */
  unchanged?: Unchanged;
  timer?: UnsentTimer;
  /** How many receipts a lost worklog had; this device does not have them. */
  lostReceipts?: number;
  /** The version on the server that a change is based on. */
  version: number | null;
  /** What may have reached the server: sent at least once, and never answered. */
  sent: { key: string; revision: number; request: Submission } | null;
  /** The code of the last refusal; its sentence and its conflicts are fetched again. */
  refusedCode: string | null;
};

export type EntryOwner = { personId: string; company: Pick<SessionCompany, 'id' | 'name' | 'timeZone' | 'currency'> };

/** Whose the entry is: of a person in a company. */
export const ownedBy = ({ personId, company }: EntryOwner) => ({
  personId,
  companyId: company.id,
  companyName: company.name,
  timeZone: company.timeZone,
  currency: company.currency,
});

/** Of a worklog whose end nobody has entered: it waits for that. */
export const unconfirmedCode = 'timer.unconfirmed';

/** Of a change that was on the server, which was restored to an earlier moment since: it waits until its worker decides. */
export const changeLostCode = 'change.lost';

/** Sent only when its worker has entered or decided something. */
export const needsDecision = (code: string | null): boolean => code === unconfirmedCode || code === changeLostCode;

/** With what is shown of it, like a worklog. */
export type ShownEntry = UnsentEntry & {
  id: string;
  taskName: string;
  projectName: string;
  clientName: string | null;
  day: string;
  startsAt: string | null;
  endsAt: string | null;
  zone: string;
  minutes: number | null;
  expense: Money | null;
  /** Of what the server has. */
  expenseBefore: Money | null;
  isSending: boolean;
  /** For the row of the worklog on the server, because lists do not load this file. Null for what is not a change of one. */
  changeText: string | null;
  /** The refusal in full, if it was received by this document. */
  problem: ApiProblem | null;
};

export function shownEntry(entry: UnsentEntry, rest: Pick<ShownEntry, 'isSending' | 'problem'>): ShownEntry {
  const { written, timeZone, task, unchanged } = entry;
  const zone = written.zone ?? timeZone;
  const runsSince = entry.timer && written.start === undefined ? new Date(entry.timer.startedAt) : null;
  const [start, end] = [
    runsSince ?? instantOf(written.start, zone, written.startOffset),
    instantOf(written.end, zone, written.endOffset),
  ];
  return {
    ...entry,
    ...rest,
    changeText: unchanged ? stateOfChange({ ...entry, ...rest }) : null,
    id: entry.worklogId,
    taskName: task.taskName === '' ? m.timer_no_task() : task.taskName,
    projectName: task.projectName,
    clientName: task.clientName,
    // A copied time that the clocks skip on its day is refused by the server.
    day: start ? dayOf(start, timeZone) : (written.day ?? written.start?.slice(0, 10) ?? ''),
    startsAt: start?.toISOString() ?? null,
    endsAt: end?.toISOString() ?? null,
    zone,
    minutes: start && end ? minutesBetween(start, end) : (written.minutes ?? null),
    expense: expenseOf(written, entry),
    expenseBefore: unchanged ? expenseOf(unchanged.written, entry) : null,
  };
}

function expenseOf({ amount, currency }: Written, entry: UnsentEntry): Money | null {
  const typedIn = currency ?? entry.currency;
  const amountMinor = amount ? toMinor(amount, typedIn) : null;
  return amountMinor === null ? null : { amountMinor, currency: typedIn };
}

/** Without its receipts. The company may have another currency when it arrives. */
export const submissionOf = ({ companyId, currency, written }: UnsentEntry): Submission => ({
  companyId,
  ...(written.amount ? { currency } : {}),
  ...written,
});

type ChangeFacts = Pick<ShownEntry, 'intent' | 'isSending' | 'refusedCode'>;

/** What becomes of a change or a withdrawal of what is on the server. */
export function stateOfChange({ intent, isSending, refusedCode }: ChangeFacts): string {
  const isWithdrawal = intent === 'withdraw';
  if (refusedCode === changeLostCode) return m.unsent_change_lost();
  if (refusedCode !== null) return isWithdrawal ? m.unsent_withdrawal_refused() : m.unsent_change_refused();
  if (isSending) return m.unsent_state_sending();
  return isWithdrawal ? m.unsent_withdrawal() : m.unsent_change();
}

/** What is discarded here is withdrawn silently, unless that is refused. A running timer of this company is in the bar. */
export function isUnsentListed(
  { intent, unchanged, refusedCode, companyId }: ShownEntry,
  activeId: string | null,
): boolean {
  if (refusedCode !== null) return true;
  return intent === 'start' ? companyId !== activeId : intent !== 'withdraw' || unchanged !== undefined;
}

export const byDay = (a: ShownEntry, b: ShownEntry): number =>
  a.day === b.day ? a.queuedAt - b.queuedAt : a.day < b.day ? 1 : -1;

const instantOf = (wall: string | undefined, zone: string, offset: string | undefined): Date | null =>
  wall ? resolveWallTime(wall, zone, offset, '').at : null;

/** Null for what this release cannot read, such as an entry of a later release: it stays stored. */
export const parseUnsent = (stored: unknown): UnsentEntry | null =>
  isRecord(stored) && formats.includes(stored.format) && isEntry(stored) ? stored : null;

const formats: readonly unknown[] = [1, 2, 3, 4];

const isEntry = (stored: Record<string, unknown>): stored is UnsentEntry =>
  typeof stored.worklogId === 'string' &&
  typeof stored.personId === 'string' &&
  typeof stored.companyId === 'string' &&
  typeof stored.queuedAt === 'number' &&
  isRecord(stored.written) &&
  isRecord(stored.task) &&
  Array.isArray(stored.receipts);
