// A worklog for unit tests.

import type { Worklog } from '#contract/worklogs.ts';
import { recordOf } from '#domain/record-of.ts';
import { mapTexts } from '#domain/worklog-fields.ts';
import { laterMoves } from '#domain/worklogs.ts';

export const sample = (change: Partial<Worklog> = {}): Worklog => ({
  id: 'w1',
  workerId: 'p1',
  workerName: 'Andi Saputra',
  projectId: 'j1',
  projectName: 'Gudang Cikarang',
  clientName: null,
  colour: 'teal',
  taskId: 't1',
  taskName: 'Electrical',
  kind: 'timed',
  status: 'pending',
  startsAt: '2026-11-16T02:00:00.000Z',
  endsAt: '2026-11-16T05:00:00.000Z',
  zone: 'Asia/Jakarta',
  day: '2026-11-16',
  minutes: 180,
  expense: null,
  isBillable: true,
  ...mapTexts(() => ''),
  notes: 'Cable trays',
  tags: [],
  receipts: 0,
  isConflicting: false,
  overlapping: [],
  hasPlacedTimes: false,
  version: 1,
  submittedAt: '2026-11-16T10:00:00.000Z',
  enteredByName: null,
  reviewerName: null,
  reviewedForName: null,
  reviewedAt: null,
  reviewNotes: null,
  actions: {
    ...recordOf(laterMoves, () => 'role.not-allowed' as const),
    approve: true,
    reject: true,
    reopen: 'worklog.not-decided',
  },
  ...change,
});
