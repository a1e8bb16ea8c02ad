// Lengthens every message of the browser by 40 % by rewriting the loaded scripts. Values in messages stay unchanged.

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { readMessages } from '../../support/messages.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** A template literal without nested ones. */
const template = /`((?:[^`\\$]|\\.|\$(?!\{)|\$\{[^{}`]*\})*)`/.source;
/** The choice between the languages, as scripts/compile-messages.js writes it. */
const choice = new RegExp(`\\?${template}:${template}`, 'g');
/** A message that depends on a number. */
const returned = new RegExp(`(?<=return ?)${template}`, 'g');
const value = /\$\{[^{}]*\}/g;

type Known = { pairs: ReadonlySet<string>; counted: ReadonlySet<string> };

export async function lengthenMessages(context: BrowserContext): Promise<void> {
  const known = readKnown();
  const scripts = new Map<string, Promise<string>>();
  await context.route(/\/assets\/[^/]+\.js$/, async (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const script = scripts.get(name) ?? lengthenedScript(name, known);
    scripts.set(name, script);
    await route.fulfill({ contentType: 'text/javascript', body: await script });
  });
}

async function lengthenedScript(name: string, { pairs, counted }: Known): Promise<string> {
  const code = await readFile(join(root, 'dist', 'client', 'assets', name), 'utf8');
  return code
    .replaceAll(choice, (whole, one: string, other: string) =>
      pairs.has(pairOf(bare(one), bare(other))) ? `?\`${lengthened(one)}\`:\`${lengthened(other)}\`` : whole,
    )
    .replaceAll(returned, (whole, text: string) => (counted.has(bare(text)) ? `\`${lengthened(text)}\`` : whole));
}

const bare = (text: string): string => text.replaceAll(value, '{}');

const pairOf = (one: string, other: string): string => `${one}\n${other}`;

/** Appends words to several words; makes a single word longer. */
function lengthened(text: string): string {
  const plain = text.replaceAll(value, '');
  const more = Math.round(plain.trim().length * 0.4);
  const [, body = text, end = ''] = /^(.*?)([.:…?!)”]*)$/su.exec(text) ?? [];
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0 || more === 0) return text;
  const letters = words.join(words.length > 1 ? ' ' : '').toLowerCase();
  const padding = letters.repeat(Math.ceil(more / letters.length)).slice(0, more - (words.length > 1 ? 1 : 0));
  return `${body}${words.length > 1 ? ' ' : ''}${padding}${end}`;
}

function readKnown(): Known {
  const [english, indonesian] = ['en', 'id'].map(readMessages);
  const texts = Object.entries(english ?? {}).map(([key, text]) => [text, indonesian?.[key]]);
  const plain = texts.flatMap(([one, other]) =>
    isText(one) && isText(other) ? [pairOf(blank(one), blank(other))] : [],
  );
  const counted = texts.flat().flatMap((text) => (isText(text) ? [] : patternsIn(text).map(blank)));
  return { pairs: new Set(plain), counted: new Set(counted) };
}

const isText = (message: unknown): message is string => typeof message === 'string';

const blank = (text: string): string => text.replaceAll(/\{\w+\}/g, '{}');

function patternsIn(message: unknown): string[] {
  if (isText(message)) return message.includes('{') ? [message] : [];
  return typeof message === 'object' && message !== null ? Object.values(message).flatMap(patternsIn) : [];
}
