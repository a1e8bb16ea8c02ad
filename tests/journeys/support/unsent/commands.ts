// The commands of which the random runs consist, drawn by fast-check: a failure prints its seed and its path, and a replay of
// them shrinks it.
import fc from 'fast-check';
import type { PhotoChange, TimerAct } from './intended.ts';

/** On a phone, in one of its tabs; `which`: of the worklogs entered on this phone. */
export type Command =
  | { do: 'create'; phone: number; tab: number; isSentFirst: boolean; hasPhoto: boolean }
  | { do: 'change'; phone: number; tab: number; which: number; photo: PhotoChange }
  | { do: 'discard' | 'copy'; phone: number; tab: number; which: number }
  | { do: 'connect'; phone: number; to: 'through' | 'lose' | 'cut' | 'offline' }
  | { do: 'kill' | 'reload' | 'open' | 'announce'; phone: number; tab: number }
  | { do: 'kill browser'; phone: number }
  | { do: 'fill storage'; phone: number }
  | { do: 'free storage'; phone: number }
  | { do: 'change elsewhere' | 'log the same time elsewhere'; phone: number; which: number }
  | { do: 'other person'; phone: number; tab: number }
  | { do: 'use timer'; act: TimerAct; phone: number; tab: number }
  | { do: 'end timer elsewhere'; how: 'stop' | 'discard'; phone: number };

const phone = fc.nat({ max: 1 });
const tab = fc.nat({ max: 1 });
const which = fc.nat({ max: 9 });

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      phone,
      tab,
      isSentFirst: fc.boolean(),
      hasPhoto: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      phone,
      tab,
      which,
      photo: fc.constantFrom('keep' as const, 'add' as const, 'remove' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('discard' as const, 'copy' as const), phone, tab, which }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('connect' as const),
      phone,
      to: fc.constantFrom('through' as const, 'lose' as const, 'lose' as const, 'cut' as const, 'offline' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('kill' as const, 'reload' as const, 'open' as const, 'announce' as const),
      phone,
      tab,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'kill browser' as const,
        'kill browser' as const,
        'fill storage' as const,
        'free storage' as const,
      ),
      phone,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('change elsewhere' as const, 'log the same time elsewhere' as const),
      phone,
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('other person' as const), phone, tab }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('use timer' as const),
      act: fc.constantFrom('start' as const, 'start' as const, 'change' as const, 'stop' as const, 'discard' as const),
      phone,
      tab,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('end timer elsewhere' as const),
      how: fc.constantFrom('stop' as const, 'discard' as const),
      phone,
    }),
  },
);

export const commandLists = fc.array(command, { minLength: 10, maxLength: 20 });

/** A timer whose start was lost is changed and stopped without a connection. */
export const listWithTimer: Command[] = [
  { do: 'connect', phone: 1, to: 'lose' },
  { do: 'use timer', act: 'start', phone: 1, tab: 0 },
  { do: 'connect', phone: 1, to: 'cut' },
  { do: 'use timer', act: 'change', phone: 1, tab: 0 },
  { do: 'use timer', act: 'stop', phone: 1, tab: 0 },
  { do: 'kill', phone: 1, tab: 0 },
];

/**
 * Always tried, before random ones: a response is lost, and what was sent is changed before the browser is killed; and discarded; and
 * changed and copied on a phone without room.
 */
export const certainLists: [Command[]][] = [
  [
    [
      { do: 'connect', phone: 0, to: 'lose' },
      { do: 'create', phone: 0, tab: 0, isSentFirst: false, hasPhoto: false },
      { do: 'create', phone: 0, tab: 0, isSentFirst: true, hasPhoto: false },
      { do: 'change', phone: 0, tab: 0, which: 0, photo: 'add' },
      { do: 'change', phone: 0, tab: 0, which: 1, photo: 'keep' },
      { do: 'kill browser', phone: 0 },
    ],
  ],
  [
    [
      { do: 'create', phone: 0, tab: 0, isSentFirst: true, hasPhoto: false },
      { do: 'connect', phone: 0, to: 'lose' },
      { do: 'change', phone: 0, tab: 0, which: 0, photo: 'add' },
      { do: 'create', phone: 0, tab: 0, isSentFirst: true, hasPhoto: false },
      { do: 'discard', phone: 0, tab: 0, which: 1 },
      { do: 'other person', phone: 0, tab: 1 },
    ],
  ],
  [
    [
      { do: 'create', phone: 0, tab: 0, isSentFirst: true, hasPhoto: false },
      { do: 'connect', phone: 0, to: 'lose' },
      { do: 'change', phone: 0, tab: 0, which: 0, photo: 'add' },
      { do: 'copy', phone: 0, tab: 0, which: 0 },
      { do: 'fill storage', phone: 0 },
      { do: 'create', phone: 0, tab: 0, isSentFirst: false, hasPhoto: true },
      { do: 'connect', phone: 0, to: 'through' },
      { do: 'announce', phone: 0, tab: 0 },
    ],
  ],
  [listWithTimer],
];
