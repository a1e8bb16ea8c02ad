// Strict JSON bodies: UTF-8 only, not compressed, and no duplicate keys in an object. Parsers differ in which duplicate they use, so that a
// checked value could differ from the one that is used.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { RefusalError } from '../request/refused.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The only content type, unless a route accepts another. */
export function readStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // For files too: a compressed body would be stored, or refused, as if it were the content.
  app.addHook('preParsing', async ({ headers }) => {
    const encoding = headers['content-encoding'] ?? 'identity';
    if (!/^identity$/i.test(encoding)) throw new RefusalError([refuse('request.unsupported-type')]);
  });
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => readJson(headers['content-type'], body),
  );
}

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function readJson(contentType: string | undefined, body: Buffer): unknown {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType ?? '') ?? [];
  if (!/^utf-?8$/i.test(charset)) throw new RefusalError([refuse('request.unsupported-type')]);
  const text = decode(body);
  const value: unknown = JSON.parse(text);
  const refusal = nameRefusal(text);
  if (refusal) throw new RefusalError([refusal]);
  return value;
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new RefusalError([refuse('request.unsupported-type')]);
  }
}

/** Finds duplicate keys in valid JSON. Not recursive, so that deep nesting cannot overflow the stack. */
function nameRefusal(text: string): Refusal | null {
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{' || sign === '[') open.push(sign === '{' ? new Set() : null);
    if (sign === '}' || sign === ']') open.pop();
    if (sign === '{' || sign === ',') isName = Boolean(open.at(-1));
    if (sign !== '"') continue;
    const end = endOfString(text, at);
    if (isName) {
      const refusal = refusalOf(JSON.parse(text.slice(at, end + 1)), open.at(-1) ?? new Set());
      if (refusal) return refusal;
    }
    isName = false;
    at = end;
  }
  return null;
}

function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}

function refusalOf(name: unknown, known: Set<string>): Refusal | null {
  const written = String(name);
  if (written === '__proto__') return refuse('request.not-json');
  if (known.has(written)) return refuse('request.duplicate-name');
  known.add(written);
  return null;
}
