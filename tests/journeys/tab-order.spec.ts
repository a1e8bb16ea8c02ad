// Every screen with Tab only, on a phone (where bars cover most) and on a desktop: each control gets the focus once, in document
// order; the focus is visible and not covered. Then backwards with Shift+Tab.
import { expect, type Page } from '@playwright/test';
import { screens } from '../staging/screens.ts';
import { enter, resize, showScreen } from '../staging/stage.ts';
import { test } from './support/journey.ts';

const phone = { width: 360, height: 640 };
const desktop = { width: 1440, height: 900 };
const plain = screens.filter(({ state }) => state === undefined || state === 'review' || state === 'free');

for (const who of new Set(plain.map((screen) => screen.who)))
  test(`${who ?? 'signed out'} by keyboard`, async ({ page }) => {
    const places = await enter(page, who, { theme: 'light', locale: 'en' });
    const found = [];
    for (const screen of plain.filter((one) => one.who === who)) {
      await page.setViewportSize(phone);
      await showScreen(page, screen, places);
      await loadQuickEntry(page);
      found.push(...(await walk(page)).map((fault) => `${screen.path} on a phone: ${fault}`));
      await resize(page, desktop);
      found.push(...(await walk(page)).map((fault) => `${screen.path} on a desktop: ${fault}`));
    }
    expect(found).toEqual([]);
  });

/** Its panel replaces the field on the page when that gets the focus for the first time. */
async function loadQuickEntry(page: Page): Promise<void> {
  const field = page.locator('main [role=combobox][aria-expanded]:not([aria-autocomplete])');
  if ((await field.count()) === 0) return;
  await field.focus();
  await field.waitFor({ state: 'detached' });
}

async function walk(page: Page): Promise<string[]> {
  await page.evaluate(untilComplete);
  const names = await page.evaluate(markStops);
  await page.evaluate(recordFocus);
  const there = await through(page, 'Tab', names);
  return [...there, ...(await through(page, 'Shift+Tab', names))];
}

/** The rows of a long list that are out of sight are rendered in a deferred update. */
async function untilComplete(): Promise<void> {
  const countElements = () => document.querySelectorAll('*').length;
  for (let before = -1, quiet = 0; quiet < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = countElements();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
}

/** One full cycle, starting from the current focus. */
async function through(page: Page, key: 'Tab' | 'Shift+Tab', names: string[]): Promise<string[]> {
  const met: number[] = [];
  const faults: string[] = [];
  const last = key === 'Tab' ? names.length - 1 : 0;
  for (const stop of await press(page, key, names.length)) {
    // After the last control the focus leaves the page; before that, an element must always have it.
    if (stop === null && met.length > 0 && met.at(-1) !== last) faults.push(`lost after ${names[met.at(-1) ?? 0]}`);
    if (stop === null) continue;
    faults.push(...stop.faults);
    if (met.includes(stop.number)) break;
    met.push(stop.number);
  }
  const inOrder = key === 'Tab' ? met : met.toReversed();
  const first = inOrder.indexOf(0);
  const fromTop = [...inOrder.slice(first), ...inOrder.slice(0, first)];
  if (fromTop.some((number, index) => index > 0 && number < (fromTop[index - 1] ?? 0))) faults.push(`order: ${met}`);
  const missed = names.filter((_, number) => !met.includes(number)).map((name) => `never reached: ${name}`);
  return [...faults, ...missed].map((fault) => `${key}: ${fault}`);
}

type Stop = { number: number; faults: string[] };

/**
 * Presses the key often enough to pass every stop and leave the page, and returns the focus after each press. Key presses are sent
 * without waiting, and the page records the focus itself: one query per press takes ten times as long.
 */
async function press(page: Page, key: 'Tab' | 'Shift+Tab', stops: number): Promise<(Stop | null)[]> {
  const browser = await page.context().newCDPSession(page);
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers: key === 'Tab' ? 0 : 8 };
  const sent = [];
  for (let count = 0; count < stops + 8; count += 1) {
    sent.push(browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }));
    sent.push(browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }));
  }
  await Promise.all(sent);
  await browser.detach();
  const noted = await page.evaluate(() => window.focusStops?.splice(0) ?? []);
  expect(noted.length, 'presses that the page noticed').toBeGreaterThanOrEqual(stops);
  return noted;
}

declare global {
  interface Window {
    focusStops?: (Stop | null)[];
  }
}

/** Numbers the controls that must be reached, records their unfocused style, and returns their names. */
function markStops(): string[] {
  // The shell stays in the document when the next page is shown.
  for (const one of document.querySelectorAll<HTMLElement>('[data-stop]')) delete one.dataset.stop;
  const isSeen = (one: Element) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], [aria-hidden=true]');
  const isGroupMate = (one: Element) => {
    if (!(one instanceof HTMLInputElement) || one.type !== 'radio') return false;
    const group = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
      ({ name }) => name === one.name,
    );
    return one !== (group.find(({ checked }) => checked) ?? group[0]);
  };
  const all = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  );
  const stops = [...all].filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled') && isSeen(one) && !isGroupMate(one),
  );
  for (const [number, stop] of stops.entries()) stop.dataset.stop = String(number);
  return stops.map(
    (stop) => `${stop.tagName} ${stop.getAttribute('aria-label') ?? stop.textContent?.slice(0, 30) ?? ''}`,
  );
}

/** From now on, each keyup of Tab records the focus in `focusStops`, after the page has scrolled to it. */
function recordFocus(): void {
  if (window.focusStops) return;
  window.focusStops = [];
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = getComputedStyle(document.documentElement).getPropertyValue('--focus').trim();
  const colour = getComputedStyle(probe).color;
  probe.remove();
  window.addEventListener('keyup', () => window.focusStops?.push(lookAtFocus()), true);

  /** Whether the focus is visible and whether something covers it. Null if nothing has the focus. */
  function lookAtFocus(): Stop | null {
    const stop = document.activeElement;
    if (!(stop instanceof HTMLElement || stop instanceof SVGElement) || stop === document.body) return null;
    const name = `${stop.tagName} ${stop.getAttribute('aria-label') ?? stop.textContent?.slice(0, 30) ?? ''}`;
    if (stop.dataset.stop === undefined) return { number: -1, faults: [`${name}: nobody would look for it`] };
    const isRinged = (one: Element, part: string | null) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, stroke } = getComputedStyle(one, part);
      const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      return hasOutline || boxShadow.includes(colour) || borderColor.includes(colour) || stroke === colour;
    };
    const isDrawn = (one: Element | null | undefined) => one && [null, '::after'].some((part) => isRinged(one, part));
    const around = [stop, stop.nextElementSibling, stop.parentElement, stop.closest('label'), stop.closest('tr, li')];
    // In an SVG, the focus ring is a part of the drawing.
    const drawn = stop instanceof SVGElement ? [...around, ...stop.children] : around;
    const faults = drawn.some(isDrawn) ? [] : [`${name}: its focus is not seen`];
    const label = stop instanceof HTMLInputElement ? stop.labels?.[0] : undefined;
    const { width } = stop.getBoundingClientRect();
    const target = width > 2 && getComputedStyle(stop).opacity !== '0' ? stop : (label ?? stop.parentElement ?? stop);
    const box = target.getBoundingClientRect();
    const at = (x: number, y: number) => document.elementFromPoint(x, y);
    const points = [
      at(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20)),
      at(box.left + 3, box.top + 3),
      at(box.left + box.width / 2, box.bottom - 3),
    ];
    const isOwn = (one: Element | null) => one !== null && (target.contains(one) || one.contains(target));
    const isCovered = points.filter(isOwn).length < 2;
    return {
      number: Number(stop.dataset.stop),
      faults: isCovered ? [...faults, `${name}: something lies over it`] : faults,
    };
  }
}
