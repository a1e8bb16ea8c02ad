// Choices that this browser has just saved win over a response that may be older, but only those, and only for who made them.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chosenFormats } from './settings.ts';
import { acceptSettings, changeSettings, clearSettings } from './settings-save.ts';

let senders: (string | null)[];
let now: number;

beforeEach(() => {
  [senders, now] = [[], 0];
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', (_path: string, { headers }: RequestInit) => {
    senders.push(new Headers(headers).get('daybook-person'));
    return Promise.resolve(Response.json({}));
  });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  clearSettings();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const saved = () => expect.poll(() => localStorage.getItem('settings-unsaved')).toBeNull();

test('a choice that was saved a minute ago gives way to the account', async () => {
  acceptSettings('ayu', { clock: '24' });
  changeSettings({ clock: '12' });
  await saved();
  now = 60_000;
  changeSettings({ dateFormat: 'iso' });
  await saved();
  acceptSettings('ayu', { clock: '24' });
  expect(chosenFormats()).toMatchObject({ clock: '24', dateFormat: 'iso' });
});

test('a choice is saved for who made it, and shown to nobody else', async () => {
  acceptSettings('ayu', {});
  changeSettings({ clock: '12' });
  await saved();
  acceptSettings('budi', { dateFormat: 'iso' });
  expect(chosenFormats()).toMatchObject({ clock: 'language', dateFormat: 'iso' });
  expect(senders).toEqual(['ayu']);
});
