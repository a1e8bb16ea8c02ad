// Every menu, picker, popover, drawer, dialog and step of a form in the demo company, checked by axe and for layout faults.
// Alternates between a desktop in English and a phone in Indonesian with texts 40 % longer and right-to-left names
// (long-texts.spec.ts), and between light and dark, within the opened element; EVERY=1 checks every state at both sizes, in
// both languages and themes, with the whole page.
import { expect, type Page } from '@playwright/test';
import { opened } from '../staging/opened.ts';
import { enter, resize, showScreen } from '../staging/stage.ts';
import { test, violationsOn } from './support/journey.ts';
import { lengthenMessages } from './support/long-messages.ts';
import { nameFromRightToLeft } from './support/right-to-left.ts';
import { controlsOutside, layoutFaults } from './support/text-layout.ts';

test.use({ actionTimeout: 20_000 });

const desk = { locale: 'en', width: 1440, height: 900 };
const phone = { locale: 'id', width: 360, height: 740 };
/** Smaller phones, upright and turned. */
const smaller = [
  { width: 320, height: 640 },
  { width: 640, height: 320 },
];
const isEvery = process.env.EVERY === '1';
/** Each size gets both themes, because it takes every second state. */
const inTurn = ['light', 'light', 'dark', 'dark'] as const;
const looks = isEvery ? [desk, { ...desk, locale: 'id' }, phone, { ...phone, locale: 'en' }] : [desk, phone];

for (const who of new Set(opened.map((screen) => screen.who)))
  for (const look of looks)
    test(`dialogs, menus and steps of ${who}, ${look.locale} at ${look.width} px`, async ({ page }) => {
      if (isEvery) test.setTimeout(1_800_000);
      const { width, height, locale } = look;
      const places = await enter(page, who, { theme: 'light', locale });
      const isPhone = width === phone.width;
      if (isPhone) {
        await lengthenMessages(page.context());
        await nameFromRightToLeft(page.context());
      }
      const found: string[] = [];
      const own = opened.filter((screen) => screen.who === who);
      for (const [index, screen] of own.entries()) {
        if (!isEvery && index % looks.length !== looks.indexOf(look)) continue;
        expect(screen.opens, `what must be visible on ${screen.path} ${screen.state}`).toBeTruthy();
        await page.setViewportSize({ width, height });
        await showScreen(page, screen, places);
        const layout = [
          ...(await overflowingPanels(page)),
          ...(await countsOfNothing(page)),
          ...(await (isPhone ? layoutFaults : controlsOutside)(page)),
          ...(isPhone ? await faultsOnSmaller(page) : []),
        ];
        // A window as high as the page: axe would report a control that is half under a fixed bar as too small.
        const full = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width, height: Math.max(full, height) });
        const violations = isEvery
          ? await violationsOn(page)
          : await violationsOn(page, await whatOpened(page), [inTurn[index % inTurn.length] ?? 'light']);
        // Accessible names and visible texts are lengthened separately, so they no longer match.
        const real = violations.filter((line) => !isPhone || !line.includes('label-content-name-mismatch'));
        const faults = [...layout, ...real];
        found.push(...faults.map((fault) => `${screen.path} ${screen.state}: ${fault}`));
      }
      expect(found).toEqual([]);
    });

const panels = '[popover]:popover-open, [role=dialog]:not([popover]), dialog[open]';

/** The selector of the opened panel, or of the whole page if it opened within the page. */
const whatOpened = async (page: Page): Promise<string> => ((await page.locator(panels).count()) > 0 ? panels : ':root');

/** Buttons that would do something with nothing, such as "Submit 0 worklogs". */
const countsOfNothing = async (page: Page): Promise<string[]> =>
  (await page.locator('button:disabled').filter({ visible: true }).allTextContents())
    .filter((text) => /(^|\s)0(\s|$)/.test(text))
    .map((text) => `counts nothing: ${text}`);

/** What is open may close, or moves in the next frames. */
async function faultsOnSmaller(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const size of smaller) {
    await resize(page, size);
    const found = [...(await overflowingPanels(page)), ...(await controlsOutside(page))];
    faults.push(...found.map((fault) => `at ${size.width} × ${size.height}: ${fault}`));
  }
  await resize(page, phone);
  return faults;
}

/** Opened panels that are outside the window or cause horizontal scrolling. */
const overflowingPanels = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const panels = [
      ...document.querySelectorAll('[popover]:popover-open, [role=dialog], dialog[open], [role=listbox]'),
    ];
    const wide = [document.documentElement, ...panels].filter((one) => one.scrollWidth > one.clientWidth + 1);
    const outside = panels.filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 0 && (left < -1 || right > window.innerWidth + 1);
    });
    return [...wide, ...outside].map(({ tagName, className }) => `cut off: ${tagName} ${className}`);
  });
