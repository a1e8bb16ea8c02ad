// The mailbox of a Daybook without a mail server: list at /dev/mail, one mail at /dev/mail/{id}, its attachment at
// /dev/mail/{id}/file, everything as /dev/mail.json, mails to one address as /dev/mail.json?to={address}.
// It shows every link that was mailed to anyone, so it does not exist in production, beside a real mail server, or where the
// configuration makes the server reachable by others; and it answers only direct requests from this machine, not a proxy's.
// Plain pages without scripts: the text part of the mail with its links, escaped.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { refuse } from '#domain/reasons.ts';
import type { Config } from '../config/config.ts';
import { hasDevMailbox } from '../config/local-only.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { escapeHtml } from '../mail/layout.ts';
import { partsOfCaptured } from '../ports/mail/dev.ts';
import { contentDisposition } from './content-disposition.ts';
import { sendProblem } from './endpoints.ts';
import { isFromThisMachine } from './hosts.ts';

type DevMailParts = {
  config: Pick<Config, 'smtpUrl' | 'environment' | 'host' | 'baseUrl' | 'appSecret'>;
  database: Pick<OpenDatabase, 'app'>;
};

export function mountDevMail(app: FastifyInstance, parts: DevMailParts): void {
  if (!hasDevMailbox(parts.config)) return;
  app.addHook('onRequest', async (request, reply) => {
    const isCaptured = request.routeOptions.url?.startsWith('/dev/mail') ?? false;
    if (isCaptured && !isFromThisMachine(request)) return sendProblem(request, reply, [refuse('route.unknown')]);
  });
  app.get('/dev/mail', async (_request, reply) =>
    sendPage(reply, 'Emails', mailListOf(await selectMails(parts).execute())),
  );
  app.get<{ Querystring: { to?: string | string[] } }>('/dev/mail.json', (request, reply) =>
    sendMails(parts, [request.query.to ?? []].flat(), reply),
  );
  app.get<{ Params: { id: string } }>('/dev/mail/:id', (request, reply) => sendMail(parts, request.params.id, reply));
  app.get<{ Params: { id: string } }>('/dev/mail/:id/file', (request, reply) =>
    sendMailFile(parts, request.params.id, reply),
  );
}

const selectMails = ({ database }: DevMailParts) =>
  database.app
    .selectFrom('devMail')
    .select(['id', 'recipient', 'subject', 'text', 'html', 'sealed', 'messageId', 'sentAt', 'fileName'])
    .select(sql<number | null>`length(file)`.as('fileBytes'))
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc');

async function sendMails(parts: DevMailParts, to: readonly string[], reply: FastifyReply): Promise<FastifyReply> {
  const found = await selectMails(parts)
    .$if(to.length > 0, (all) => all.where('recipient', 'in', to))
    .execute();
  return reply.header('cache-control', 'no-store').send(
    found.map(({ recipient, sealed, ...mail }) => ({
      ...mail,
      ...partsOfCaptured(parts.config.appSecret, { ...mail, sealed }),
      to: recipient,
    })),
  );
}

async function sendMail(parts: DevMailParts, id: string, reply: FastifyReply): Promise<FastifyReply> {
  const mail = isId(id) ? await selectMails(parts).where('id', '=', id).executeTakeFirst() : undefined;
  if (mail === undefined) return sendPage(reply.code(404), 'No such email', back);
  return sendPage(reply, mail.subject, mailHtml({ ...mail, ...partsOfCaptured(parts.config.appSecret, mail) }));
}

async function sendMailFile({ database }: DevMailParts, id: string, reply: FastifyReply): Promise<FastifyReply> {
  const found = database.app.selectFrom('devMail').select(['fileName', 'fileType', 'file']).where('id', '=', id);
  const { fileName = null, fileType, file } = (isId(id) && (await found.executeTakeFirst())) || {};
  if (fileName === null) return sendPage(reply.code(404), 'No such file', back);
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-type': fileType ?? 'application/octet-stream',
      'content-disposition': contentDisposition(fileName, 'attachment'),
    })
    .send(file);
}

type Row = {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  sentAt: Date;
  fileName: string | null;
  fileBytes: number | null;
};

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

const back = '<p><a href="/dev/mail">All emails</a></p>';

function mailListOf(mails: readonly Row[]): string {
  if (mails.length === 0)
    return '<p>No email was sent yet. Register, or ask for a link, and it appears here after a reload.</p>';
  const rows = mails.map(
    ({ id, recipient, subject, sentAt }) =>
      `<tr><td><a href="/dev/mail/${id}">${escapeHtml(subject)}</a></td><td>${escapeHtml(recipient)}</td><td>${time(sentAt)}</td></tr>`,
  );
  return `<p>No mail server is set, so emails are kept here. The last 200 stay.</p>
<table><thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

function mailHtml({ id, recipient, sentAt, text, fileName, fileBytes }: Row): string {
  const enclosed =
    fileName === null
      ? ''
      : `<dt>File</dt><dd><a href="/dev/mail/${id}/file" download>${escapeHtml(fileName)}</a> (${sizeOf(fileBytes ?? 0)})</dd>`;
  return `${back}<dl><dt>To</dt><dd>${escapeHtml(recipient)}</dd><dt>Sent</dt><dd>${time(sentAt)}</dd>${enclosed}</dl>
<article>${linked(text)}</article>`;
}

const sizeOf = (bytes: number): string =>
  new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 }).format(
    Math.max(0.1, bytes / 1000),
  );

const time = (instant: Date): string => {
  const iso = instant.toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
};

/** URLs on their own line become links. Names cannot inject one, because they are never alone on a line. */
function linked(text: string): string {
  const lines = text.split('\n').map((line) => {
    const shown = escapeHtml(line);
    return /^https?:\/\/\S+$/.test(line) ? `<a href="${shown}">${shown}</a>` : shown;
  });
  return lines.join('<br>\n');
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8c9898; padding: .5rem; text-align: start; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dd { margin: 0; }
article { border: 1px solid #8c9898; border-radius: .5rem; padding: 1rem; overflow-wrap: anywhere; }
a { text-underline-offset: .15em; }
@media (max-width: 37.4375em) { td:last-child, th:last-child { display: none; } }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(
      `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Daybook</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`,
    );
}
