import { expect, test } from 'vitest';
import { sample } from '../../worklog/sample-worklog.ts';
import { unchangedOf } from './written.ts';

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
