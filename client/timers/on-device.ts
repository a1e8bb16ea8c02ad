// Timers that were started or stopped on this device without a connection. What keeps and sends them is loaded after the page
// (worklogs/unsent/): until then, a timer needs a connection.

import type { ComponentType } from 'react';
import type { Timer } from '#contract/timers.ts';
import { createStore, useStore } from '../storage.ts';

/** `aheadMs`: how far the clock of the server is ahead of the clock of this device. */
export type KeptTimer = { companyId: string; timer: Timer; aheadMs: number };

const none: { running: readonly KeptTimer[]; stoppedIds: readonly string[] } = { running: [], stoppedIds: [] };

/** `running`: those that the server does not have yet, or not as they were changed here. `stoppedIds`: of timers that the server may still have. */
export const keptTimersStore = createStore(none);

export const useKeptTimers = () => useStore(keptTimersStore);

export const isKept = (one: Timer | undefined): boolean =>
  keptTimersStore.get().running.some(({ timer }) => timer.id === one?.id);

type ChosenTask = NonNullable<Timer['task']>;

/** `at`: when the worker asked for it, in ms by the clock of the server. `wasSent`: a request for it may have reached the server. */
export type TimerAttempt = { at: number; wasSent: boolean };

/** `running`: the one that becomes a worklog first. */
export type KeptStart = {
  id: string | undefined;
  task: ChosenTask | null;
  zone: string;
  running: Timer | undefined;
  attempt: TimerAttempt;
};

/** `start`: a wall time in the zone of the timer. */
export type KeptChange = {
  task?: ChosenTask;
  notes?: string | undefined;
  start?: string | undefined;
  startOffset?: string | undefined;
};

/** `timer`: the one that it is about. */
export type SendingOrKeeping = {
  timer: Timer | undefined;
  send(): Promise<unknown>;
  keep(keeper: TimerKeeper, attempt: TimerAttempt): Promise<boolean>;
};

/** All say why something was not kept, and resolve to whether it was, or was sent. Timers run on this device or on the server. */
export type TimerKeeper = {
  WaitingSign: ComponentType;
  newId(): string;
  sendOrKeep(options: SendingOrKeeping): Promise<boolean>;
  start(started: KeptStart): Promise<boolean>;
  /** Less than a minute is discarded. */
  stop(timer: Timer, attempt: TimerAttempt): Promise<boolean>;
  change(timer: Timer, change: KeptChange, attempt: TimerAttempt): Promise<boolean>;
  discard(timer: Timer): Promise<boolean>;
};

const loaded: { keeper: TimerKeeper | null } = { keeper: null };

export const timerKeeper = (): TimerKeeper | null => loaded.keeper;

export const setTimerKeeper = (keeper: TimerKeeper): void => {
  loaded.keeper = keeper;
};
