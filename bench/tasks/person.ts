// A person who works at the pace of pace.ts: each step takes as long as it takes a person, in real time, so that the product
// works meanwhile as it would. What a person then still waits for is measured.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import {
  type Device,
  homingSeconds,
  keySeconds,
  keysOf,
  lookSeconds,
  pointSeconds,
  pressSeconds,
  thinkSeconds,
} from './pace.ts';

export type PersonFigures = {
  keys: number;
  /** Of the mouse, or taps. */
  clicks: number;
  /** What the person needs, by the model. */
  personSeconds: number;
  /** What the person waits for, measured. */
  waitSeconds: number;
  /** Both together; the time of the script itself is left out. */
  seconds: number;
};

const patienceMs = 20_000;
/** In pixels: what an opened keyboard of a phone leaves of its 740. */
const aboveKeyboard = 440;

export function personAt(first: Page, device: Device) {
  let page = first;
  const figures = { keys: 0, clicks: 0, personMs: 0, waitMs: 0 };
  const isPhone = device === 'phone';
  let hand: 'keys' | 'mouse' | null = null;
  let pointer = { x: (page.viewportSize()?.width ?? 0) / 2, y: (page.viewportSize()?.height ?? 0) / 2 };

  /** Takes that long, including the step itself. */
  const spend = async (seconds: number, act: () => Promise<unknown> = async () => {}) => {
    const until = performance.now() + seconds * 1_000;
    figures.personMs += seconds * 1_000;
    await act();
    await sleep(Math.max(0, until - performance.now()));
  };
  const moveHand = async (to: 'keys' | 'mouse') => {
    if (hand !== null && hand !== to && !isPhone) await spend(homingSeconds);
    hand = to;
  };
  const keyed = async (keys: number, act: () => Promise<unknown>) => {
    await moveHand('keys');
    figures.keys += keys;
    await spend(keys * keySeconds[device], act);
  };
  /** Where it is; what is out of sight or behind something else cannot be pressed. */
  const target = async (what: Locator) => {
    const box = await what.boundingBox();
    if (!box) throw new Error(`${what} is not there.`);
    const to = centreOf(box);
    const isCovered = isPhone && to.y > aboveKeyboard && (await isTyping(page));
    if (isCovered || !(await what.evaluate(isOnTopAt, to)))
      throw new Error(`${what} is out of sight: ${JSON.stringify(box)}. A person would scroll.`);
    return { ...to, size: Math.min(box.width, box.height) };
  };

  const listPlace: { block: ScrollLogicalPosition } = { block: isPhone ? 'start' : 'center' };
  /** What is further down in a list that scrolls is brought up by one flick, which takes as long as a press, and looked for. */
  const bringUp = async (what: Locator) => {
    const box = await what.boundingBox();
    if (!box) return;
    const limit = isPhone && (await isTyping(page)) ? aboveKeyboard : Number.POSITIVE_INFINITY;
    if (await what.evaluate(needsNoFlick, { ...centreOf(box), limit })) return;
    await spend(pressSeconds + lookSeconds(1), () => what.evaluate(bringUpInList, listPlace));
  };

  return {
    /** By two keys, to another tab. */
    turnTo: async (tab: Page) => {
      await keyed(2, () => tab.bringToFront());
      page = tab;
    },
    think: () => spend(thinkSeconds),
    look: (fixations: number) => spend(lookSeconds(fixations)),
    /** One key, or several together: `Control+Enter`. */
    press: (keys: string) => keyed(keys.split('+').length, () => page.keyboard.press(keys)),
    type: async (text: string) => {
      for (let end = 1; end <= text.length; end += 1) {
        const keys = keysOf(device, text.slice(0, end)) - keysOf(device, text.slice(0, end - 1));
        await keyed(keys, () => page.keyboard.type(text.slice(end - 1, end)));
      }
    },
    /** Points at it and presses. */
    click: async (what: Locator) => {
      await moveHand('mouse');
      await bringUp(what);
      const { size, ...to } = await target(what);
      const distance = Math.hypot(to.x - pointer.x, to.y - pointer.y);
      await spend(pointSeconds(device, { distance, size }));
      if (!isPhone) await page.mouse.move(to.x, to.y);
      await spend(pressSeconds, () => (isPhone ? what.tap() : what.click()));
      figures.clicks += 1;
      pointer = to;
    },
    /** Waits until it is visible. */
    see: async (what: Locator) => {
      const since = performance.now();
      await what.first().waitFor({ timeout: patienceMs });
      figures.waitMs += performance.now() - since;
    },
    /** Waits until something outside the page has happened. */
    await: async <T>(what: () => Promise<T>): Promise<T> => {
      const since = performance.now();
      const result = await what();
      figures.waitMs += performance.now() - since;
      return result;
    },
    done: (): PersonFigures => ({
      keys: figures.keys,
      clicks: figures.clicks,
      personSeconds: tenths(figures.personMs),
      waitSeconds: tenths(figures.waitMs),
      seconds: tenths(figures.personMs + figures.waitMs),
    }),
  };
}

export type MeasuredPerson = ReturnType<typeof personAt>;

const tenths = (ms: number): number => Math.round(ms / 100) / 10;

type Box = { x: number; y: number; width: number; height: number };
const centreOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/** Whether it is in sight, or in no list that scrolls. */
const needsNoFlick = (wanted: Element, { x, y, limit }: { x: number; y: number; limit: number }): boolean => {
  const found = document.elementFromPoint(x, y);
  if (y <= limit && found !== null && (wanted.contains(found) || found.contains(wanted))) return true;
  for (let one = wanted.parentElement; one !== null && one !== document.documentElement; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && getComputedStyle(one).overflowY === 'auto') return false;
  return true;
};

const bringUpInList = (wanted: Element, to: { block: ScrollLogicalPosition }): void => wanted.scrollIntoView(to);

const isOnTopAt = (wanted: Element, { x, y }: { x: number; y: number }): boolean => {
  const found = document.elementFromPoint(x, y);
  return found !== null && (wanted.contains(found) || found.contains(wanted));
};

/** Whether the keyboard of a phone would be open. */
const isTyping = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.matches('input:not([type=checkbox], [type=radio]), textarea') ?? false);
