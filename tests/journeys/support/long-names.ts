// Puts names and amounts of maximum length into every response, and finds the texts that are then clipped.
import type { Page } from '@playwright/test';
import { replaceNames } from './replaced-names.ts';

const person = `Wolfeschlegelsteinhausenbergerdorff-Papadopoulos-Rajaonarivony`.slice(0, 60);
const project = `Umbau${'verwaltungsgebäudeerweiterung'.repeat(5)}`.slice(0, 120);

const longTexts: Readonly<Record<string, string>> = {
  projectName: project,
  taskName: project,
  companyName: project,
};

/** In all further responses, people's names get 60 letters, those of projects, tasks and companies 120, and amounts the maximum. */
export const lengthenNames = (page: Page): Promise<void> =>
  replaceNames(
    page,
    {
      urls: /\/api\/v1\/(?!.*\/live)/,
      ofPeople: /\/(members|workers|assignable-people|dashboard|stand-ins|invites)\b/,
    },
    { texts: longTexts, person, other: project, within: { user: person }, amountMinor: 100_000_000_000 },
  );

/** Texts outside the window, or clipped without an ellipsis. */
export const truncatedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: { node: Node; around: Element }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement;
      const isText = /\p{L}{2}/u.test(node.nodeValue ?? '');
      if (!around || !isText || around.closest('script, style, svg, select, .visually-hidden')) continue;
      texts.push({ node, around });
    }
    const clippingFault = (element: Element, box: DOMRect): string | null => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.position === 'fixed' && at !== element) return null;
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return null;
        if (/auto|scroll/.test(style.overflowX)) return null;
        const own = at.getBoundingClientRect();
        if (own.width <= 2) return null;
        if (/hidden|clip/.test(style.overflowX) && (box.right > own.right + 1 || box.left < own.left - 1))
          return 'cut off';
      }
      return box.right > innerWidth + 1 || box.left < -1 ? 'outside' : null;
    };
    const found = texts.flatMap(({ node, around }) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0 || !around.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      const fault = clippingFault(around, box);
      return fault
        ? [`${fault}: <${around.tagName.toLowerCase()} ${around.className}> ${node.nodeValue?.slice(0, 40)}`]
        : [];
    });
    const sideways = document.documentElement.scrollWidth - innerWidth;
    for (const table of document.querySelectorAll('main table:not(.visually-hidden *)')) {
      const available = table.parentElement?.clientWidth ?? 0;
      if (table.scrollWidth > available + 1 && table.checkVisibility())
        found.push(`a table is ${table.scrollWidth - available} px too wide`);
    }
    const widest = [...document.querySelectorAll('body *')]
      .filter((element) => sideways > 0 && element.getBoundingClientRect().right > innerWidth + 1)
      .filter((element) => ![...element.children].some((child) => child.getBoundingClientRect().right > innerWidth + 1))
      .map(
        (element) =>
          `too wide: <${element.tagName.toLowerCase()} ${element.className}> ${element.textContent?.slice(0, 40)}`,
      );
    found.push(...widest);
    return [...new Set(sideways > 0 ? [`the page is ${sideways} px too wide`, ...found] : found)];
  });
