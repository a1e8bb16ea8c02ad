// Refusals as the server sends them: with the sentence of their reason, in the language of the page.
import type { ReasonCode } from '#domain/reasons.ts';
import { sentences } from './sentences.ts';
import type { Act } from './stage.ts';

/** Refuses a change; the request does not reach the server. The sentence takes its values from `extra`, which is sent too. */
export const refusing =
  (method: string, pattern: RegExp, code: ReasonCode, extra: Readonly<Record<string, unknown>> = {}): Act =>
  (page) =>
    page.route(pattern, async (route) => {
      if (route.request().method() !== method) return route.fallback();
      const locale = await page.evaluate(() => document.documentElement.lang);
      const detail = sentenceOf(code, locale === 'id' ? 'id' : 'en', extra);
      const problem = { type: `about:blank#${code}`, title: '', status: 409, code, detail, ...extra };
      await route.fulfill({ status: 409, json: problem });
    });

function sentenceOf(code: ReasonCode, locale: 'en' | 'id', values: Readonly<Record<string, unknown>>): string {
  const sentence = sentences[locale][`reason_${code.replaceAll(/[.-]/g, '_')}`];
  return String(sentence).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
