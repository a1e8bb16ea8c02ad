// Keeps worklogs on this device that could not be sent, changes and discards them. One entry for each worklog: a later change merges
// into it. Entries belong to a person and a company; other people who sign in on the device are shown none of them.

import type { ApiProblem } from '../../api.ts';
import { authStore, companiesStore } from '../../auth.ts';
import { serverNow } from '../../clock.ts';
import { inDatabase, type Stores } from './database.ts';
import {
  ownedBy,
  parseUnsent,
  type ShownEntry,
  shownEntry,
  type Unchanged,
  type UnsentEntry,
  type UnsentReceipt,
} from './entry.ts';
import { requestPersistence } from './install.ts';
import { unsentStore } from './store.ts';
import { withNewKeys } from './written.ts';

/** More than anybody logs in a week without a connection; each is a request when it is back. */
export const maxUnsent = 500;

/** Why something could not be kept on this device. */
export type KeepProblem = 'full' | 'denied' | 'too-many';

export class NotKept extends Error {
  readonly problem: KeepProblem;

  constructor(problem: KeepProblem) {
    super(`Not kept on this device: ${problem}.`);
    this.problem = problem;
  }
}

/** A receipt with its file; null for one that was uploaded before the page was reloaded. */
export type UnsentFile = Pick<UnsentReceipt, 'name' | 'type' | 'bytes' | 'uploadedId'> & { file: File | null };

export type NewUnsent = Pick<UnsentEntry, 'worklogId' | 'written' | 'task' | 'sent'> & {
  files: readonly UnsentFile[];
};

/** All of them or none. Resolves when they are stored; rejects with NotKept. */
export const keepWorklogs = (all: readonly NewUnsent[]): Promise<void> =>
  addEntries(
    all.map(({ files, ...rest }) => ({
      receipts: files.map(withKey),
      ...rest,
      format: 1,
      intent: 'create',
      revision: 1,
      version: null,
    })),
  );

export type KnownWorklog = {
  worklogId: string;
  version: number;
  unchanged: Unchanged;
};

/** A change of a worklog that is on the server. One that waits already is rewritten, also if it would withdraw it. */
export async function keepChange(
  { worklogId, version, unchanged }: KnownWorklog,
  { files, ...next }: Rewritten,
  sent: UnsentEntry['sent'],
): Promise<void> {
  if (await rewriteEntry(worklogId, { ...next, files }, 'change')) return;
  const known = { worklogId, version, unchanged, sent, ...next };
  await addEntries([{ ...known, receipts: files.map(withKey), format: 2, intent: 'change', revision: 1 }]);
}

/** Its withdrawal. What else of it waits is not sent any more. */
export async function keepWithdrawal({ worklogId, version, unchanged }: KnownWorklog): Promise<void> {
  const isKnown = (await updateEntry(worklogId, asWithdrawal)) !== null;
  if (isKnown) return showEntries();
  const { written, task } = unchanged;
  const known = { worklogId, version, unchanged, sent: null, written, task };
  await addEntries([{ ...known, receipts: [], format: 2, intent: 'withdraw', revision: 1 }]);
}

/** What the caller says of an entry; the rest follows from the session and the time. */
export type NewUnsentEntry = Pick<
  UnsentEntry,
  'format' | 'intent' | 'revision' | 'version' | 'worklogId' | 'written' | 'task' | 'sent'
> &
  Pick<UnsentEntry, 'unchanged' | 'timer'> & { receipts: readonly ReceiptWithFile[] };

export async function addEntries(all: readonly NewUnsentEntry[]): Promise<void> {
  const { user } = authStore.get();
  const { activeCompany: company } = companiesStore.get();
  if (!user || !company) throw new NotKept('denied');
  const shared = { ...ownedBy({ personId: user.uid, company }), refusedCode: null };
  const now = serverNow();
  await write(async (stores) => {
    const others = await readEntries(stores, user.uid);
    if (others.length + all.length > maxUnsent) throw new NotKept('too-many');
    for (const [index, { receipts, ...entry }] of all.entries()) {
      putFiles(stores, receipts);
      // They are sent in this order.
      putEntry(stores, { ...entry, ...shared, receipts: receipts.map(withoutFile), queuedAt: now + index });
    }
  });
  requestPersistence();
  await showEntries();
}

export type Rewritten = Pick<NewUnsent, 'written' | 'task' | 'files'>;

/** The worker has changed it. Resolves to whether it was still there. */
export async function rewriteEntry(
  worklogId: string,
  { written, task, files }: Rewritten,
  withdrawnBecomes: UnsentEntry['intent'] | null = null,
): Promise<boolean> {
  const receipts = files.map(withKey);
  const isThere = await write(async (stores) => {
    const entry = parseUnsent(await stores.get('entries', worklogId));
    const kept = entry?.intent === 'lost' ? 'create' : entry?.intent;
    const intent = kept === 'withdraw' ? withdrawnBecomes : kept;
    if (!entry || !intent) return false;
    for (const { key } of entry.receipts) stores.remove('files', key);
    putFiles(stores, receipts);
    const rewritten = { written, task, receipts: receipts.map(withoutFile), refusedCode: null };
    putEntry(stores, { ...entry, ...rewritten, intent, revision: entry.revision + 1 });
    return true;
  });
  await showEntries();
  return isThere;
}

/**
 * A new worklog that may have reached the server is withdrawn there, and such a timer discarded. Nothing remains of a change or a
 * withdrawal, and a timer that was stopped here runs on. False if the entry has been sent or discarded meanwhile.
 */
export async function discardEntry(worklogId: string): Promise<boolean> {
  const isThere = await write(async (stores) => {
    const entry = parseUnsent(await stores.get('entries', worklogId));
    if (!entry) return false;
    const next = asDiscarded(entry);
    if (next) putEntry(stores, next);
    else removeEntry(stores, entry);
    return true;
  });
  await showEntries();
  return isThere;
}

/** What is sent instead; null if nothing is. A withdrawal that was refused is given up. */
export function asDiscarded(entry: UnsentEntry): UnsentEntry | null {
  const { intent, refusedCode, unchanged, sent, version, timer } = entry;
  if (unchanged) return sent === null && !timer?.start ? null : asReversal(entry, unchanged);
  const isRefusedWithdrawal = intent === 'withdraw' && refusedCode !== null;
  const mayBeThere = sent !== null || version !== null || timer?.start != null;
  return mayBeThere && !isRefusedWithdrawal ? asWithdrawal(entry) : null;
}

export const asWithdrawal = (entry: UnsentEntry): UnsentEntry => ({
  ...entry,
  intent: 'withdraw',
  revision: entry.revision + 1,
  refusedCode: null,
});

/** The change may have arrived: the worklog becomes what it was. */
const asReversal = (entry: UnsentEntry, unchanged: Unchanged): UnsentEntry => ({
  ...entry,
  ...unchanged,
  intent: 'change',
  revision: entry.revision + 1,
  refusedCode: null,
});

/** Everything of the person on this device. */
export async function discardAll(personId: string): Promise<void> {
  await write(async (stores) => {
    for (const entry of await readEntries(stores, personId)) removeEntry(stores, entry);
  });
  await showEntries();
}

/** Changes an entry while it is sent, unless it is gone. */
export async function updateEntry(
  worklogId: string,
  change: (entry: UnsentEntry) => UnsentEntry | null,
): Promise<UnsentEntry | null> {
  return inDatabase('readwrite', async (stores) => {
    const entry = parseUnsent(await stores.get('entries', worklogId));
    const next = entry && change(entry);
    if (next) putEntry(stores, next);
    else if (entry) removeEntry(stores, entry);
    return next;
  });
}

/** As a new worklog, under another id, without the timer or the worklog that it was about. */
export async function renameEntry(worklogId: string, id: string): Promise<void> {
  await inDatabase('readwrite', async (stores) => {
    const entry = parseUnsent(await stores.get('entries', worklogId));
    if (!entry) return;
    const { timer: _, unchanged: __, ...rest } = entry;
    const isNew = { format: 1, intent: 'create', version: null, sent: null, refusedCode: null } as const;
    stores.remove('entries', worklogId);
    putEntry(stores, { ...rest, ...isNew, worklogId: id });
  });
  await showEntries();
}

/** In the order in which they were written. */
export const listEntries = (personId: string): Promise<UnsentEntry[]> =>
  inDatabase('readonly', (stores) => readEntries(stores, personId));

/**
 * Not stored: which entry is being sent, and the refusals that this document has received. `end` aborts the requests when the person
 * signs out: repeated later, they would send what the person has deleted by then.
 */
export const sendingStates = { sendingId: '', problems: new Map<string, ApiProblem>(), end: new AbortController() };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('daybook-unsent') : null;

/** Another tab has changed the entries. */
export function onOtherTabsChange(listener: () => void): () => void {
  channel?.addEventListener('message', listener);
  return () => channel?.removeEventListener('message', listener);
}

/** Shows what is stored of the signed-in person; and so do other tabs. */
export async function showEntries(): Promise<void> {
  channel?.postMessage(null);
  await readForPage();
}

export async function readForPage(): Promise<void> {
  const personId = authStore.get().user?.uid ?? null;
  const entries = personId === null ? [] : await listEntries(personId).catch(() => []);
  // Somebody else may have signed in meanwhile.
  if ((authStore.get().user?.uid ?? null) !== personId) return;
  unsentStore.set({ personId, entries: entries.map(asShown) });
}

function asShown(entry: UnsentEntry): ShownEntry {
  const { sendingId, problems } = sendingStates;
  return shownEntry(entry, {
    isSending: sendingId === entry.worklogId,
    problem: problems.get(entry.worklogId) ?? null,
  });
}

type ReceiptWithFile = UnsentReceipt & { file: File | null };

const withoutFile = ({ file: _, ...receipt }: ReceiptWithFile): UnsentReceipt => receipt;

const withKey = ({ file, ...receipt }: UnsentFile): ReceiptWithFile => ({ ...withNewKeys(receipt), file });

function putFiles(stores: Stores, receipts: readonly ReceiptWithFile[]): void {
  for (const { key, file } of receipts) if (file) stores.put('files', key, file);
}

const putEntry = (stores: Stores, entry: UnsentEntry): void => stores.put('entries', entry.worklogId, entry);

function removeEntry(stores: Stores, { worklogId, receipts }: UnsentEntry): void {
  stores.remove('entries', worklogId);
  for (const { key } of receipts) stores.remove('files', key);
}

async function readEntries(stores: Stores, personId: string): Promise<UnsentEntry[]> {
  const stored = (await stores.all('entries')).map(parseUnsent);
  return stored
    .filter((entry) => entry !== null)
    .filter((entry) => entry.personId === personId)
    .sort((a, b) => a.queuedAt - b.queuedAt || (a.worklogId < b.worklogId ? -1 : 1));
}

async function write<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
  try {
    return await inDatabase('readwrite', work);
  } catch (error) {
    if (error instanceof NotKept) throw error;
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    throw new NotKept(isFull ? 'full' : 'denied');
  }
}
