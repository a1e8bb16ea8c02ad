// Every screen by Tab alone, on a phone, where bars cover most, and on a desk: each thing one can press or fill in has the
// focus once, in the order of the document; the focus is seen, and nothing lies over it. Then the same way back.
import { expect, type Page } from '@playwright/test';
import { screens } from '../../scripts/screens.js';
import { enter, show } from '../../scripts/stage.js';
import { test } from './support/journey.ts';

test.use({ reducedMotion: 'reduce', trace: 'off' });

const sizes = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];
const plain = screens.filter((screen) => screen.state === undefined || screen.state === 'review');

for (const who of new Set(plain.map((screen) => screen.who)))
  for (const size of sizes)
    test(`${who ?? 'nobody'} by keyboard at ${size.width} px`, async ({ page }) => {
      test.setTimeout(300_000);
      await page.setViewportSize(size);
      const places = await enter(page, who, { theme: 'light', locale: 'en' });
      const found = [];
      for (const screen of plain.filter((one) => one.who === who)) {
        await show(page, screen, places);
        found.push(...(await walk(page)).map((fault) => `${screen.path}: ${fault}`));
      }
      expect(found).toEqual([]);
    });

async function walk(page: Page): Promise<string[]> {
  const names = await page.evaluate(markStops);
  const there = await through(page, 'Tab', names);
  return [...there, ...(await through(page, 'Shift+Tab', names))];
}

/** From wherever the focus is, once around. */
async function through(page: Page, key: 'Tab' | 'Shift+Tab', names: string[]): Promise<string[]> {
  const met: number[] = [];
  const faults: string[] = [];
  const last = key === 'Tab' ? names.length - 1 : 0;
  for (let presses = 0; presses < names.length + 3; presses += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(lookAtFocus);
    // After the last comes the window's own bar; before that the focus is never nowhere.
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

/** Numbers what ought to be reached, with the look of each while the focus is elsewhere. Gives their names. */
function markStops(): string[] {
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

/** The stop that has the focus: whether one sees it, and whether something lies over it. Null: none has. */
function lookAtFocus(): { number: number; faults: string[] } | null {
  const stop = document.activeElement;
  if (!(stop instanceof HTMLElement || stop instanceof SVGElement) || stop === document.body) return null;
  const name = `${stop.tagName} ${stop.getAttribute('aria-label') ?? stop.textContent?.slice(0, 30) ?? ''}`;
  if (stop.dataset.stop === undefined) return { number: -1, faults: [`${name}: nobody would look for it`] };
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = getComputedStyle(document.documentElement).getPropertyValue('--focus').trim();
  const colour = getComputedStyle(probe).color;
  probe.remove();
  const isRinged = (one: Element, part: string | null) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor, stroke } = getComputedStyle(one, part);
    const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    return hasOutline || boxShadow.includes(colour) || borderColor.includes(colour) || stroke === colour;
  };
  const isDrawn = (one: Element | null | undefined) => one && [null, '::after'].some((part) => isRinged(one, part));
  const around = [stop, stop.nextElementSibling, stop.parentElement, stop.closest('label'), stop.closest('tr, li')];
  // The ring of a piece of a picture is a part of the picture.
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
