// The start page of the demo, mounted only when DAYBOOK_DEMO=1 (never in production): /demo lists the people of
// seed/demo-company.ts, and one click signs in as any of them. A plain page without scripts; each button is a form.

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { id } from '#contract/fields.ts';
import type { Role } from '#domain/permissions.ts';
import type { Locale } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { demoPeople } from '#seed/demo-people.ts';
import { callerOf, localeOf } from './http/incoming-request.ts';
import { cookiesOf, sessionToken } from './identity/cookie.ts';
import { startSession } from './identity/sessions.ts';
import { escapeHtml } from './mail/layout.ts';
import { roleName } from './mail/role-name.ts';
import { type AccessRule, parseInput, withAuthorisation } from './request/authorise.ts';
import type { ApiRequest, Cookies } from './request/call.ts';
import type { DatabaseHandle } from './request/context.ts';
import type { Pipeline } from './request/pipeline.ts';
import { ensureFound } from './request/refused.ts';
import { StartRefusal } from './start-refusal.ts';

const rule: AccessRule = { method: 'POST', can: 'anyone', onFreePlan: true, forTokens: false };
const form = { input: z.strictObject({ userId: id }), refuses: [] };

const demoEmails = demoPeople.map(({ email }) => email);

/** Accounts created before those of the demo belong to real people: then the demo must not start, as anyone could sign in as them. */
export async function ensureOnlyDemo(database: DatabaseHandle): Promise<void> {
  const people = await database
    .selectFrom('users')
    .where('email', 'in', demoEmails)
    .select('id')
    .orderBy('id')
    .execute();
  // Some of them may have closed their account.
  const isDemo = people.length > demoEmails.length / 2;
  const others = await database
    .selectFrom('users')
    .where((eb) => eb.or([eb('email', 'is', null), eb('email', 'not in', demoEmails)]))
    .$if(isDemo, (query) => query.where('email', 'is not', null).where('id', '<', people[0]?.id ?? ''))
    .select('id')
    .limit(1)
    .execute();
  if (others.length > 0 || (people.length > 0 && !isDemo))
    throw new StartRefusal(
      'DAYBOOK_DEMO must be 0: this database has people of its own, and the demo lets anyone sign in.',
      'Give the demo an empty DATA_DIR or database, or use npm run demo.',
    );
}

export async function mountDemo(app: FastifyInstance, pipeline: Pipeline): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    });
    scope.get('/demo', { exposeHeadRoute: false }, async (request, reply) =>
      sendPage(reply, pageOf(await people(pipeline.database), localeOf(request)), localeOf(request)),
    );
    scope.post<{ Body: Record<string, unknown> }>('/demo/sign-in', async (request, reply) => {
      const caller = { ...callerOf(request, pipeline.config), rest: request.body ?? {} };
      const cookies = await signIn(caller, pipeline);
      return reply.header('set-cookie', cookiesOf(cookies, pipeline.config)).redirect('/', 303);
    });
    // Visitors without a session are sent to the list of people.
    scope.get('/', { exposeHeadRoute: false }, async (request, reply) =>
      sessionToken(request.headers.cookie, pipeline.config)
        ? reply.header('cache-control', 'no-cache').sendFile('index.html')
        : reply.redirect('/demo', 302),
    );
  });
}

/** Returns the cookies of the new session. */
async function signIn(request: ApiRequest, pipeline: Pipeline): Promise<Cookies> {
  const cookies: Cookies = { session: undefined };
  await withAuthorisation(pipeline, { rule, request }, async (ctx) => {
    const { userId } = parseInput(form, request, pipeline.config);
    const known = await ctx.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('email', 'in', demoEmails)
      .executeTakeFirst();
    const setSession: typeof ctx.setSession = (session) => {
      cookies.session = session;
    };
    const setBrowser: typeof ctx.setBrowser = (token) => {
      cookies.browser = token;
    };
    await startSession({ ...ctx, setSession, setBrowser }, ensureFound(known, 'member.missing').id);
  });
  return cookies;
}

type DemoPerson = { id: string; name: string; role: Role; about: { en: string; id: string } };

async function people(database: DatabaseHandle): Promise<DemoPerson[]> {
  const rows = await database.selectFrom('users').select(['id', 'email']).where('email', 'in', demoEmails).execute();
  const ids = new Map(rows.map((row) => [row.email, row.id]));
  return demoPeople.flatMap(({ name, email, role, about }) => {
    const userId = ids.get(email);
    return userId ? [{ id: userId, name, role, about }] : [];
  });
}

function pageOf(everyone: readonly DemoPerson[], locale: Locale): string {
  const byRole = Map.groupBy(everyone, (one) => one.role);
  const groups = [...byRole].map(
    ([role, members]) => `<section><h2>${escapeHtml(roleName(role, locale))}</h2><ul>
${members.map((one) => itemOf(one, locale)).join('\n')}</ul></section>`,
  );
  return `<h1>${escapeHtml(m.demo_title({}, { locale }))}</h1><p>${escapeHtml(m.demo_intro({}, { locale }))}</p>${groups.join('\n')}`;
}

const itemOf = ({ id: userId, name, about }: DemoPerson, locale: Locale): string =>
  `<li><form method="post" action="/demo/sign-in"><input type="hidden" name="userId" value="${escapeHtml(userId)}">
<button type="submit"><strong>${escapeHtml(name)}</strong> <span>${escapeHtml(about[locale])}</span></button></form></li>`;

const style = `
:root { color-scheme: light dark; --page: #f6f8f8; --sheet: #fff; --text: #151c1c; --quiet: #4d5c5c; --line: #d9e0e0; --brand: #0f655f; }
@media (prefers-color-scheme: dark) { :root { --page: #101414; --sheet: #1a2020; --text: #e8eeee; --quiet: #a3b1b1; --line: #2d3737; --brand: #5fc4b8; } }
body { background: var(--page); color: var(--text); font: 1rem/1.5 Inter, system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.75rem; margin: 0 0 .25rem; }
h2 { color: var(--quiet); font-size: .875rem; font-weight: 600; margin: 2rem 0 .5rem; }
p { color: var(--quiet); margin: 0; max-width: 42rem; }
ul { display: grid; gap: .5rem; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); list-style: none; margin: 0; padding: 0; }
form, button { height: 100%; width: 100%; }
button { background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; color: inherit; cursor: pointer; font: inherit; padding: .75rem 1rem; text-align: start; }
button:hover { border-color: var(--brand); }
button:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; }
button span { color: var(--quiet); display: block; font-size: .875rem; }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const sendPage = (reply: FastifyReply, body: string, locale: Locale): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    })
    .send(`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Daybook</title><style>${style}</style></head><body><main>${body}</main></body></html>
`);
