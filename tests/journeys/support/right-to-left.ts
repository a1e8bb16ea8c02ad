// Right-to-left names, and where such a name would reorder the text around it.
import type { BrowserContext, Page } from '@playwright/test';
import { replaceNames } from './replaced-names.ts';

const person = 'נועה כהן (12)';
const project = 'مشروع النخيل';
const task = 'حفر الأساس';

const names: Readonly<Record<string, string>> = {
  projectName: project,
  companyName: project,
  taskName: task,
  notes: 'בצד הצפוני, 12',
  reviewNotes: 'בצד הצפוני, 12',
};

/** In all further responses, people have Hebrew names, and projects, tasks and companies Arabic ones, except in the finder. */
export const nameFromRightToLeft = (context: BrowserContext): Promise<void> =>
  replaceNames(
    context,
    {
      urls: /\/api\/v1\/(?!.*\/(live|search))/,
      ofPeople: /\/(members|workers|assignable-people|dashboard|stand-ins|invites|session)\b/,
    },
    {
      texts: names,
      person,
      other: project,
      within: { user: person, companies: project, projects: project, tasks: task },
    },
  );

/** Names that are not isolated from the text around them, in a sentence, a label or the title; fields without `dir`. */
export const notIsolated = (page: Page): Promise<string[]> =>
  page.evaluate(
    (known) => {
      const rightToLeft = /[\u0590-\u08ff]/;
      const isolate = /\u2068[^\u2068\u2069]*\u2069/g;
      const withoutIsolates = (text: string): string => {
        const less = text.replaceAll(isolate, '');
        return less === text ? text : withoutIsolates(less);
      };
      const isAlone = (text: string) => {
        const bare = withoutIsolates(text);
        return !rightToLeft.test(bare) || (bare === text && known.includes(text.trim()));
      };
      /** The block element around a text: its direction is determined separately. */
      const lineOf = (element: Element): Element => {
        const { display, unicodeBidi } = getComputedStyle(element);
        const isInline = /^(inline|contents)$/.test(display) && unicodeBidi === 'normal';
        return isInline && element.parentElement ? lineOf(element.parentElement) : element;
      };
      const texts: { text: string; around: Element; line: Element }[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const around = node.parentElement;
        const text = node.nodeValue ?? '';
        if (!around || text.trim() === '' || around.closest('script, style, option, textarea')) continue;
        texts.push({ text, around, line: lineOf(around) });
      }
      const found: string[] = [];
      const report = (what: string, element: Element, text: string) =>
        found.push(`${what}: <${element.tagName.toLowerCase()} ${element.className}> ${text.slice(0, 80)}`);
      for (const one of texts) {
        const bare = withoutIsolates(one.text);
        if (!rightToLeft.test(bare)) continue;
        const beside = texts.filter((other) => other !== one && other.line === one.line);
        if (!isAlone(one.text)) report('in a sentence', one.around, one.text);
        else if (beside.length > 0) report('beside other text', one.around, one.line.textContent ?? '');
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')) {
        for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
          const text = element.getAttribute(name) ?? '';
          if (!isAlone(text)) report(`in ${name}`, element, text);
        }
      }
      if (!isAlone(document.title)) found.push(`in the title of the page: ${document.title}`);
      const fields =
        ':is(input:not([type]), input[type=text], input[type=search]):not([inputmode], [aria-haspopup]), textarea:not([aria-hidden])';
      for (const field of document.querySelectorAll<HTMLInputElement>(fields))
        if (field.dir !== 'auto') report('a field without its direction', field, field.name);
      return [...new Set(found)];
    },
    [...new Set([person, project, task, ...Object.values(names)])],
  );
