import { expect, test } from 'vitest';
import { sample } from '../../worklog/sample-worklog.ts';
import { shownEntry } from './entry.ts';
import { unchangedOf, versionSeen, writtenIn } from './written.ts';

test('a worklog of the server is kept with its receipts, which are known by their ids and not uploaded again', () => {
  const worklog = sample({ notes: 'Cable trays', receipts: 2 });
  const receipts = [
    { id: 'r1', name: 'taxi.jpg', type: 'image/jpeg' as const, bytes: 12, width: 8, height: 6 },
    { id: 'r2', name: 'hotel.pdf', type: 'application/pdf' as const, bytes: 34, width: null, height: null },
  ];
  const unchanged = unchangedOf(worklog, receipts);
  expect(unchanged).toMatchObject({
    written: { notes: 'Cable trays', taskId: worklog.taskId },
    task: { taskName: worklog.taskName, projectName: worklog.projectName },
  });
  expect(unchanged.receipts).toEqual([
    {
      key: expect.any(String),
      uploadKey: expect.any(String),
      name: 'taxi.jpg',
      type: 'image/jpeg',
      bytes: 12,
      uploadedId: 'r1',
    },
    {
      key: expect.any(String),
      uploadKey: expect.any(String),
      name: 'hotel.pdf',
      type: 'application/pdf',
      bytes: 34,
      uploadedId: 'r2',
    },
  ]);
  const keys = unchanged.receipts.flatMap(({ key, uploadKey }) => [key, uploadKey]);
  expect(new Set(keys).size, 'each file and each upload has a key of its own').toBe(4);
});

test('a form has seen the version of the server only if nothing of it was changed elsewhere', () => {
  const worklog = sample({ notes: 'Cable trays', tags: ['Night', 'urgent'], isBillable: true });
  const receipt = { id: 'r1', name: 'taxi.jpg', type: 'image/jpeg' as const, bytes: 12 };
  const entry = shownEntry(
    {
      format: 1,
      worklogId: worklog.id,
      intent: 'create',
      personId: 'p',
      companyId: 'c',
      companyName: 'Kerja',
      timeZone: worklog.zone,
      currency: 'IDR',
      queuedAt: 0,
      revision: 1,
      written: { ...writtenIn(worklog), tags: ['#urgent', 'night'] },
      task: unchangedOf(worklog, []).task,
      receipts: unchangedOf(worklog, [receipt]).receipts,
      version: null,
      sent: null,
      refusedCode: null,
    },
    { isSending: false, problem: null },
  );
  const isSame = (change: Partial<typeof worklog>, receipts = [receipt]) =>
    versionSeen({ ...worklog, ...change }, receipts, entry) === worklog.version;
  expect(isSame({})).toBe(true);
  expect(isSame({}, [{ ...receipt, id: 'r2' }]), 'another receipt').toBe(false);
  expect(isSame({}, []), 'no receipt').toBe(false);
  const changes: Partial<typeof worklog>[] = [
    { notes: '' },
    { notes: 'Cable trays ' },
    { status: 'approved' },
    { tags: ['urgent'] },
    { isBillable: false },
    { taskId: 'other' },
    { day: '2020-01-01' },
    { minutes: 1 },
    { startsAt: null },
    { endsAt: null },
    { expense: { amountMinor: 1, currency: 'IDR' } },
  ];
  for (const change of changes) expect(isSame(change), JSON.stringify(change)).toBe(false);
});
