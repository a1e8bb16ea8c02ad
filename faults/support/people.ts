// People of the synthetic company, signed in by a row in the table of sessions, and their requests over HTTP.

import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import type { Role } from '#domain/permissions.ts';
import { newId } from '#server/db/ids.ts';
import { newToken, tokenHash } from '#server/secrets/cookie-tokens.ts';

export type SignedIn = { id: string; companyId: string; cookie: string };

/** Everything that a client can notice; status 0 if there was no complete response. */
export type Answer = { status: number; headers: Readonly<Record<string, unknown>>; body: string; ms: number };

export type Ask = { address: string; person?: SignedIn; timeoutMs?: number; headers?: Record<string, string> };

export async function signInMembers(superuser: pg.Client, role: Role, count: number): Promise<SignedIn[]> {
  const { rows } = await superuser.query<{ id: string; companyId: string }>(
    `select user_id as id, company_id as "companyId" from members where role = $1 order by company_id, user_id limit $2`,
    [role, count],
  );
  if (rows.length < count) throw new Error(`The synthetic company has fewer than ${count} of the role ${role}.`);
  const people: SignedIn[] = [];
  for (const row of rows) {
    const token = newToken();
    await superuser.query(
      `insert into sessions (id, user_id, token, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
      [newId(), row.id, tokenHash(token)],
    );
    people.push({ ...row, cookie: `daybook_session=${token}` });
  }
  return people;
}

export const agent = new Agent({ keepAlive: true });
const patienceMs = 20_000;

/** A request below /api/v1, or of a page if the path begins with a slash twice. */
export function ask(
  { address, person, timeoutMs = patienceMs, headers = {} }: Ask,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const began = performance.now();
  const sent = body === undefined ? undefined : Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const type = Buffer.isBuffer(body) ? 'image/png' : 'application/json';
  const since = () => performance.now() - began;
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, headers: {}, body: '', ms: since() });
    const sending = request(
      `${address}/api/v1${path}`,
      {
        agent,
        method,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...(person && { cookie: person.cookie }),
          ...(sent && { 'content-type': type, 'content-length': Buffer.byteLength(sent) }),
          ...headers,
        },
      },
      (response) => {
        const { statusCode: status = 0 } = response;
        text(response).then(
          (content) => resolve({ status, headers: response.headers, body: content, ms: since() }),
          none,
        );
      },
    );
    sending.once('error', none);
    sending.end(sent);
  });
}
