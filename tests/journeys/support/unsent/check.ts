// What must be true after a run: stored is exactly what was intended; what was refused still waits, with what was intended; nothing is
// there twice, and nothing of anybody else.
import { expect } from '@playwright/test';
import { type StoredEntry, storedEntries } from './device.ts';
import type { Intended, Run } from './intended.ts';
import { expectTimed } from './timers.ts';

export async function expectIntended(run: Run): Promise<void> {
  const { worker, other, day, copyDay, intended, conflicts, ofOther } = run;
  const [ofDay, copies, rowsOfOther] = await Promise.all([
    worker.server.rows(day),
    worker.server.rows(copyDay),
    other.server.rows(day),
  ]);
  const rows = [...ofDay, ...copies];
  expect(rowsOfOther.map(({ notes }) => notes).sort(), 'what somebody else logged on these phones').toEqual(
    ofOther.map(({ notes }) => notes).sort(),
  );
  const known = new Set([...intended, ...conflicts].map(({ id }) => id));
  expect(
    rows.filter(({ id }) => !known.has(id)).map(({ notes }) => notes),
    'that nobody logged',
  ).toEqual([]);
  for (const { id, notes } of conflicts) expect(rows.find((row) => row.id === id)?.notes).toBe(notes);
  await expectTimed(run);
  for (const phone of run.phones) {
    const page = phone.tabs[0];
    const entries = page ? await storedEntries(page) : [];
    const own = entries.filter(({ personId }) => personId === worker.personId);
    for (const one of intended.filter((each) => each.phone === phone))
      await expectOne(
        one,
        own.find(({ worklogId }) => worklogId === one.id),
        run,
      );
  }
}

async function expectOne(one: Intended, entry: StoredEntry | undefined, { worker }: Run): Promise<void> {
  const found = await worker.server.find(one.id);
  const stored = found && { notes: found.worklog.notes, receipts: found.worklog.receipts };
  const written = found?.history.flatMap(({ values }) => (values?.notes === undefined ? [] : [values.notes])) ?? [];
  const about = JSON.stringify({ ...one, phone: undefined, entry, stored, written });
  if (one.before === null) expect(new Set(written).size, `nothing is written twice: ${about}`).toBe(written.length);
  if (entry) {
    expect(one.hasConflict || one.rivals.length > 0, `refused without a reason: ${about}`).toBe(true);
    const kept = entry.intent === 'withdraw' ? null : entry.written.notes;
    expect([one.notes, ...one.alsoRight], `what is refused waits unchanged: ${about}`).toContain(kept);
    if (kept !== null) expect(entry.receipts, `with its photos: ${about}`).toHaveLength(one.photosOf[kept] ?? 0);
    return;
  }
  const wanted = [one.notes, ...one.alsoRight];
  const hasArrived = wanted.some((notes) => notes !== null && written.includes(notes));
  // Afterwards the third device has changed it.
  if (stored !== null && one.rivals.includes(stored.notes) && hasArrived) return;
  expect(wanted, `stored is what was intended: ${about}`).toContain(stored?.notes ?? null);
  if (stored) expect(stored.receipts, `with its photos: ${about}`).toBe(one.photosOf[stored.notes]);
}
