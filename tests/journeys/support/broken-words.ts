// Words of headings and tables that are broken within, because their column is too narrow for them.
import type { Page } from '@playwright/test';

/** The broken words of the page. Those longer than 20 letters may be broken, and every word after a hyphen. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = [];
    for (const around of document.querySelectorAll('main :is(h1, h2, td, th)')) {
      if (!around.checkVisibility({ visibilityProperty: true })) continue;
      const texts = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement?.closest('option, svg, .visually-hidden')) continue;
        for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/[\p{L}\p{N}]{2,20}/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
        }
      }
    }
    return broken;
  });
