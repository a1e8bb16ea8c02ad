// Puts other names into all further responses, so that pages show them without a company that has them.
import type { BrowserContext, Page } from '@playwright/test';
import { fetchResponse } from '../../staging/stage.ts';

export type Names = {
  /** By the name of the field; the names of people need no row. */
  texts: Readonly<Record<string, string>>;
  /** A field `name`, in responses about people and in others. */
  person: string;
  other: string;
  /** A field `name` inside of these fields. */
  within: Readonly<Record<string, string>>;
  amountMinor?: number;
};

const personFields = new Set(['workerName', 'reviewerName', 'byName', 'actorName', 'inviterName', 'startedByName']);

/** A field `name` is a person's in the responses of `ofPeople`, otherwise a project's, a task's or a company's. */
export async function replaceNames(
  target: Page | BrowserContext,
  { urls, ofPeople }: { urls: RegExp; ofPeople: RegExp },
  names: Names,
): Promise<void> {
  await target.route(urls, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await fetchResponse(route).catch(() => null);
    if (response === null) return route.abort().catch(() => undefined);
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    const name = ofPeople.test(route.request().url()) ? names.person : names.other;
    // The page that sent the request may have been closed.
    const fulfil = async () => route.fulfill({ response, json: replaced(await response.json(), name, names) });
    return fulfil().catch(() => undefined);
  });
}

function replaced(value: unknown, name: string, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, name, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (typeof one === 'string' && one !== '') return [key, names.texts[key] ?? nameIn(key, name, names) ?? one];
      if (key === 'amountMinor' && typeof one === 'number') return [key, names.amountMinor ?? one];
      return [key, replaced(one, names.within[key] ?? name, names)];
    }),
  );
}

const nameIn = (field: string, name: string, { person }: Names): string | null => {
  if (personFields.has(field)) return person;
  return field === 'name' ? name : null;
};
