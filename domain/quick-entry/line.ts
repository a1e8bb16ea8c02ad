// Parses one line of text as a worklog: "9-17:30 masonry yesterday // north wall". The remaining words are matched with
// tasks. An ambiguous part becomes an `unclear` token with its possible meanings; it is never guessed. Accepts any text, in
// linear time.

import type { Day } from '../calendar.ts';
import { typedTags } from '../tag-lists.ts';
import { parseQuickAmount } from './amounts.ts';
import { parseQuickDay } from './days.ts';
import {
  type QuickEntryFacts,
  type TokenMatch,
  type TokenMeaning,
  type TokenParser,
  tokenMatch,
  unclear,
} from './facts.ts';
import { parseQuickDuration, parseStartTime, parseTimeRange } from './times.ts';

type TextRange = { from: number; to: number };
export type QuickToken = TextRange & (TokenMeaning | { kind: 'notes'; text: string } | { kind: 'word'; text: string });
export type UnclearToken = Extract<QuickToken, { kind: 'unclear' }>;

export type ParsedQuickEntry = {
  tokens: readonly QuickToken[];
  day: Day | null;
  times: { start: string; end: string; nights: number } | null;
  start: string | null;
  minutes: number | null;
  amount: string | null;
  /** What is matched against tasks. */
  words: string;
  notes: string;
  /** Names, each once. */
  tags: readonly string[];
  /** Must be resolved before anything is saved. */
  unclear: readonly UnclearToken[];
  /** Numbers among the words that could be a time or a duration, if none was found. */
  hints: readonly UnclearToken[];
};

/** The part before the notes is parsed up to this length. */
const maxLineLength = 600;

/** The longest text that a single parser looks at. */
const maxTokenLength = 48;

const parsers: readonly TokenParser[] = [
  parseQuickDay,
  parseTimeRange,
  parseQuickDuration,
  parseQuickAmount,
  parseStartTime,
];

export function parseQuickEntry(line: string, facts: QuickEntryFacts): ParsedQuickEntry {
  const { text, notes, tags } = splitNotes(line);
  const marked = markContradictions(scan(text, facts));
  const tokens = facts.mayOmitTimes ? withBareHours(marked) : marked;
  const tokenOf = <K extends QuickToken['kind']>(kind: K) => tokens.find((token) => isOf(token, kind));
  const [day, times, start] = [tokenOf('day'), tokenOf('times'), tokenOf('start')];
  const [duration, amount] = [tokenOf('duration'), tokenOf('amount')];
  const isTimed = times ?? start ?? duration;
  return {
    tokens: [...tokens, ...tags, ...notes].sort((a, b) => a.from - b.from),
    day: day?.kind === 'day' ? day.day : null,
    times: times?.kind === 'times' ? { start: times.start, end: times.end, nights: times.nights } : null,
    start: start?.kind === 'start' ? start.time : null,
    minutes: duration?.kind === 'duration' ? duration.minutes : null,
    amount: amount?.kind === 'amount' ? amount.amount : null,
    words: tokens.flatMap((token) => (token.kind === 'word' ? [token.text] : [])).join(' '),
    notes: notes.flatMap((token) => (token.kind === 'notes' && token.text !== '' ? [token.text] : [])).join('\n'),
    tags: namesOf([...tags, ...tokens].sort((a, b) => a.from - b.from)),
    unclear: tokens.flatMap((token) => (token.kind === 'unclear' ? [token] : [])),
    hints: isTimed ? [] : tokens.flatMap(hintOf),
  };
}

function namesOf(tokens: readonly QuickToken[]): string[] {
  const names = tokens.flatMap((token) => (token.kind === 'tag' ? [token.name] : []));
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
}

const isOf = (token: QuickToken, kind: QuickToken['kind']): boolean => token.kind === kind;

/** The line with one token replaced by `text`. */
export const replaceToken = (line: string, { from, to }: TextRange, text: string): string =>
  `${line.slice(0, from)}${text}${line.slice(to)}`.replaceAll(/ {2,}/g, ' ').trimStart();

/** The line with its day and times replaced by `text`; everything else is unchanged. */
export function replaceTimes(line: string, { tokens }: ParsedQuickEntry, text: string): string {
  const timeTokens = tokens.filter(({ kind }) => ['day', 'times', 'start', 'duration'].includes(kind));
  const rest = timeTokens.reduceRight(
    (remaining, { from, to }) => remaining.slice(0, from) + remaining.slice(to),
    line,
  );
  return `${text} ${rest}`.replaceAll(/ {2,}/g, ' ').trim();
}

/**
 * A line for each of its times: "8-12, 13-17 masonry" is "8-12 masonry" and "13-17 masonry". The amount is spent once, so it stays in
 * the first.
 */
export function splitByTimes(line: string, { tokens }: ParsedQuickEntry): string[] {
  const ranges = tokens.filter(({ kind }) => kind === 'times');
  if (ranges.length < 2) return [line];
  return ranges.map((own, index) => {
    const removed = tokens.filter(
      (token) => (token.kind === 'times' && token !== own) || (token.kind === 'amount' && index > 0),
    );
    const rest = removed.reduceRight(
      (text, { from, to }) =>
        `${text.slice(0, from).replace(/[,;]\s*$/, ' ')}${text.slice(to).replace(/^\s*[,;]/, '')}`,
      line,
    );
    return rest
      .replaceAll(/ {2,}/g, ' ')
      .replace(/^[\s,;]+/, '')
      .trim();
  });
}

/** Whether the line is a worklog rather than search words. */
export const looksLikeEntry = (line: string, facts: QuickEntryFacts): boolean =>
  parseQuickEntry(line, facts).tokens.some(({ kind }) => kind === 'times' || kind === 'duration');

/**
 * Notes follow `//` or are quoted, and so are tags of several words: `#"night shift"`. They are replaced by spaces, so that the positions
 * of the other tokens stay valid.
 */
function splitNotes(line: string): { text: string; notes: QuickToken[]; tags: QuickToken[] } {
  const notes: QuickToken[] = [];
  const tags: QuickToken[] = [];
  const blank = (from: number, to: number, text: string) => {
    notes.push({ kind: 'notes', from, to, text: text.trim() });
    return ' '.repeat(to - from);
  };
  const slashes = /(?:^|\s)\/\//.exec(line);
  const at = slashes ? slashes.index + slashes[0].length - 2 : line.length;
  const rest = slashes ? blank(at, line.length, line.slice(at + 2)) : '';
  const text = line
    .slice(0, at)
    .replaceAll(/(?<![^\s,;(])#["“”«]([^"“”»]+)(?:["“”»]|$)/g, (quoted, inside: string, from: number) => {
      for (const name of typedTags(inside)) tags.push({ kind: 'tag', name, from, to: from + quoted.length });
      return ' '.repeat(quoted.length);
    })
    .replaceAll(/["“”«]([^"“”»]*)(?:["“”»]|$)/g, (quoted, inside: string, from: number) =>
      blank(from, from + quoted.length, inside),
    );
  return { text: text + rest, notes: notes.sort((a, b) => a.from - b.from), tags };
}

function scan(text: string, facts: QuickEntryFacts): QuickToken[] {
  const tokens: QuickToken[] = [];
  const end = Math.min(text.trimEnd().length, maxLineLength);
  for (let at = 0; at < end; ) {
    if (/[\s,;()]/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const part = text.slice(at, at + maxTokenLength);
    const found = parseTag(text.slice(at, end)) ?? parseToken(part, facts);
    const word = /^[^\s,;()]+/.exec(text.slice(at, end))?.[0] ?? '';
    const to = at + (found?.length ?? word.length);
    tokens.push(found ? { ...found.meaning, from: at, to } : { kind: 'word', text: word, from: at, to });
    at = to;
  }
  return tokens;
}

function parseToken(part: string, facts: QuickEntryFacts): TokenMatch | null {
  for (const read of parsers) {
    const found = read(part, facts);
    if (found) return found;
  }
  return null;
}

/** Not a number alone: `#123` is one of the words, such as the number of a ticket. */
function parseTag(part: string): TokenMatch | null {
  const [written = '', name = ''] = /^#([^\s,;()#"“”«»]+)/.exec(part) ?? [];
  return name === '' || /^\d+$/.test(name) ? null : tokenMatch(written.length, { kind: 'tag', name });
}

const single: readonly QuickToken['kind'][] = ['day', 'start', 'duration', 'amount'];

/**
 * Only one token of each kind is allowed, but times may follow times; contradicting further ones become unclear, with removal as
 * the only option.
 */
function markContradictions(tokens: QuickToken[]): QuickToken[] {
  const times = tokens.find((token) => token.kind === 'times');
  const seen = new Set<string>();
  let end = 0;
  return tokens.map((token) => {
    const isEarlier = token.kind === 'times' && minutesOf(token.start) < end;
    if (token.kind === 'times' && !isEarlier) end = minutesOf(token.end) + token.nights * 24 * 60;
    const isFurther = isEarlier || (seen.has(token.kind) && single.includes(token.kind));
    seen.add(token.kind);
    const isContradicting =
      times?.kind === 'times' &&
      (token.kind === 'start' || (token.kind === 'duration' && token.minutes !== durationOf(times)));
    return isFurther || isContradicting ? { ...unclear('twice', ['']), from: token.from, to: token.to } : token;
  });
}

/** A number that may be hours or an amount is hours where a worklog needs no times, unless the line has times already. */
function withBareHours(tokens: readonly QuickToken[]): QuickToken[] {
  const bare = tokens.filter((token) => bareHours(token) !== null);
  const isTimed = tokens.some(({ kind }) => kind === 'times' || kind === 'start' || kind === 'duration');
  if (isTimed || bare.length !== 1) return [...tokens];
  return tokens.map((token) => {
    const hours = bareHours(token);
    return hours === null
      ? token
      : { kind: 'duration', minutes: Math.round(hours * 60), from: token.from, to: token.to };
  });
}

function bareHours(token: QuickToken): number | null {
  const [option = ''] = token.kind === 'unclear' && token.doubt === 'number' ? token.options : [];
  const [, hours] = /^(\d{1,2}[.,]\d)h$/.exec(option) ?? [];
  return hours === undefined ? null : Number(hours.replace(',', '.'));
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const durationOf = ({ start, end, nights }: { start: string; end: string; nights: number }): number =>
  minutesOf(end) - minutesOf(start) + nights * 24 * 60;

function hintOf(token: QuickToken): UnclearToken[] {
  if (token.kind !== 'word') return [];
  const { from, to, text } = token;
  const hint = (options: string[]): UnclearToken[] => [{ kind: 'unclear', doubt: 'number', options, from, to }];
  if (/^(?:[01]\d|2[0-3])[0-5]\d$/.test(text)) return hint([`${text.slice(0, 2)}:${text.slice(2)}`]);
  return /^(?:[1-9]|1\d|2[0-4])$/.test(text) ? hint([`${text}h`, `${text.padStart(2, '0')}:00`]) : [];
}
