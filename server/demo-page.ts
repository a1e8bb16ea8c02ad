// The document of /demo: the people of the demo by role, each with a form that signs in as them. It looks like the product
// (client/ui/tokens.css), but needs no build and no script.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { initialsOf } from '#domain/initials.ts';
import type { Role } from '#domain/permissions.ts';
import type { Locale } from '#domain/settings.ts';
import { roleLabels } from '#labels/roles.ts';
import { m } from '#locales/messages.js';
import { escapeHtml } from './mail/layout.ts';

export type PersonOfDemo = { id: string; name: string; role: Role; about: { en: string; id: string } };

export function demoDocument(everyone: readonly PersonOfDemo[], locale: Locale): string {
  const byRole = Map.groupBy(everyone, ({ role }) => role);
  const sections = [...byRole].map(([role, people]) => sectionOf(role, people, locale));
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(m.demo_title({}, { locale }))} · Daybook</title><link rel="icon" href="/favicon.svg"><style>${style}</style></head>
<body><header class="bar"><img src="/favicon.svg" alt="" width="28" height="28"><span>Daybook</span></header>
<main><h1>${escapeHtml(m.demo_title({}, { locale }))}</h1><p>${escapeHtml(m.demo_intro({}, { locale }))}</p>
<div class="roles">${sections.join('\n')}</div></main></body></html>
`;
}

const sectionOf = (role: Role, people: readonly PersonOfDemo[], locale: Locale): string =>
  `<section><header><h2>${escapeHtml(roleLabels[role]({}, { locale }))}</h2><p>${escapeHtml(roleTexts[role]({}, { locale }))}</p></header>
<ul>${people.map((person) => itemOf(person, locale)).join('\n')}</ul></section>`;

const roleTexts = {
  'company admin': m.users_role_company_admin,
  manager: m.users_role_manager,
  'timesheet approver': m.users_role_timesheet_approver,
  reviewer: m.users_role_reviewer,
  worker: m.users_role_worker,
} satisfies Record<Role, unknown>;

const itemOf = ({ id, name, about }: PersonOfDemo, locale: Locale): string =>
  `<li><form method="post" action="/demo/sign-in"><input type="hidden" name="userId" value="${escapeHtml(id)}">
<button type="submit"><span class="initials" aria-hidden="true">${escapeHtml(initialsOf(name))}</span>
<span class="person"><strong>${escapeHtml(name)}</strong> <span>${escapeHtml(about[locale])}</span></span></button></form></li>`;

/** The typeface of the product, if the client has been built. */
function fontFace(): string {
  const assets = join(import.meta.dirname, '..', 'dist', 'client', 'assets');
  const file = existsSync(assets) ? readdirSync(assets).find((name) => /^inter-.*\.woff2$/.test(name)) : undefined;
  return file === undefined
    ? ''
    : `@font-face { font-family: "Inter Variable"; src: url("/assets/${file}") format("woff2"); font-weight: 100 900; font-display: swap; }`;
}

const style = `
${fontFace()}
:root { color-scheme: light dark; --surface-page: #f6f8f8; --surface: #ffffff; --surface-hover: #f1f5f4; --surface-current: #eef7f6; --text: #151c1c; --text-dimmed: #566363; --line: #e2e7e7; --accent-text: #0f655f; }
@media (prefers-color-scheme: dark) { :root { --surface-page: #141819; --surface: #1a1f20; --surface-hover: #222a2b; --surface-current: #16302e; --text: #e5eaea; --text-dimmed: #9caaaa; --line: #2a3132; --accent-text: #86c5bf; } }
* { box-sizing: border-box; margin: 0; }
body { background: var(--surface-page); color: var(--text); font: 0.9375rem/1.5 "Inter Variable", system-ui, sans-serif; }
.bar { align-items: center; background: var(--surface); border-bottom: 1px solid var(--line); display: flex; font-size: 1.125rem; font-weight: 600; gap: 10px; min-height: 56px; padding: 0 24px; }
main { margin: 0 auto; max-width: 960px; padding: 32px 24px 64px; }
h1 { font-size: 1.5rem; font-weight: 600; line-height: 1.3; }
h2 { font-size: 0.9375rem; font-weight: 600; }
p { color: var(--text-dimmed); max-width: 72ch; }
h1 + p { margin-top: 4px; }
.roles { columns: 2 320px; column-gap: 16px; margin-top: 24px; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; break-inside: avoid; margin-bottom: 16px; overflow: hidden; }
section > header { padding: 12px 16px; }
section p, .person > span { font-size: 0.8125rem; }
ul { list-style: none; padding: 0; }
button { align-items: center; background: none; border: 0; border-top: 1px solid var(--line); color: inherit; cursor: pointer; display: flex; font: inherit; gap: 12px; min-height: 56px; padding: 8px 16px; text-align: start; width: 100%; }
button:hover { background: var(--surface-hover); }
button:focus-visible { outline: 2px solid var(--accent-text); outline-offset: -2px; }
.initials { align-items: center; background: var(--surface-current); border-radius: 50%; color: var(--accent-text); display: flex; flex: none; font-size: 0.8125rem; font-weight: 600; height: 36px; justify-content: center; width: 36px; }
.person { min-width: 0; }
.person strong { display: block; font-weight: 600; }
.person > span { color: var(--text-dimmed); display: block; }
@media (max-width: 37.4375em) { .bar { padding: 0 16px; } main { padding: 24px 16px 48px; } button { min-height: 60px; } }
`;

export const demoPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
