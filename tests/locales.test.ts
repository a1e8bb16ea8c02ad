// Both languages have every message with the same placeholders, and no message is unused.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readMessages } from './support/messages.ts';
import { readSources } from './support/sources.ts';

const languages = ['en', 'id'] as const;

/** The texts of a message: one, or one for each plural form. */
function textsOf(message: unknown): string[] {
  if (typeof message === 'string') return [message];
  if (typeof message !== 'object' || message === null) return [];
  return Object.entries(message).flatMap(([key, part]) =>
    key === 'declarations' || key === 'selectors' ? [] : textsOf(part),
  );
}

const read = (language: string): Map<string, string[]> => {
  const messages = readMessages(language);
  return new Map(Object.entries(messages).map(([key, message]) => [key, textsOf(message)]));
};

const [english, indonesian] = languages.map(read);
if (!english || !indonesian) throw new Error('Both languages are needed.');

const gapsIn = (texts: readonly string[] | undefined): string[] =>
  [...new Set((texts ?? []).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, gap]) => gap ?? '')))].sort();

const keys = [...english.keys()];

describe('the languages', () => {
  test('have the same messages', () => {
    expect([...indonesian.keys()]).toEqual(keys);
    expect(keys.length).toBeGreaterThan(0);
  });

  test('leave no message empty', () => {
    const empty = languages.flatMap((language) =>
      [...read(language)].filter(([, texts]) => texts.length === 0 || texts.some((text) => text.trim() === '')),
    );
    expect(empty).toEqual([]);
  });

  test('have the same parameters in each message', () => {
    const different = keys.filter((key) => gapsIn(english.get(key)).join() !== gapsIn(indonesian.get(key)).join());
    expect(different).toEqual([]);
  });

  test('have every plural form that the language has', () => {
    const lacking = languages.flatMap((language) => {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const messages = readMessages(language);
      return Object.entries(messages)
        .filter(([, message]) => Array.isArray(message))
        .filter(([, message]) => forms.some((form) => !JSON.stringify(message).includes(`countPlural=${form}"`)))
        .map(([key]) => `${language} ${key}`);
    });
    expect(lacking).toEqual([]);
  });

  test('have no unused messages', () => {
    const used = new Set(
      readSources()
        .filter(({ path }) => !path.includes('.test.'))
        .flatMap(({ text }) => [...text.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)),
    );
    // Messages of reasons are looked up by their code (tests/sentences.test.ts).
    expect(keys.filter((key) => !used.has(key) && !key.startsWith('reason_'))).toEqual([]);
  });

  test('use the words of the specification', () => {
    const literal = {
      shell_dashboard: 'Dashboard',
      shell_projects: 'Projects',
      shell_approvals: 'Approvals',
      shell_reports: 'Reports',
      shell_worklogs: 'Worklogs',
      role_company_admin: 'Company Admin',
      role_manager: 'Project Manager',
      role_worker: 'Worker',
      role_reviewer: 'Reviewer',
      role_timesheet_approver: 'Timesheet Approver',
      status_pending: 'Pending',
      status_approved: 'Approved',
      status_rejected: 'Rejected',
      session_companies_not_fetched: 'Error fetching user-associated companies',
    };
    for (const [key, words] of Object.entries(literal)) expect(english.get(key)).toEqual([words]);
  });
});

test('every user of the machine may read the compiled messages', () => {
  const { mode } = statSync(join(import.meta.dirname, '../locales/generated'));
  expect(mode & 0o777).toBe(0o777 & ~process.umask());
});
