// One layout for every mail, as HTML and as plain text. Tables and inline styles, because Outlook supports little else; the style
// sheet in the head adds dark mode and narrow screens where supported. No images, no remote files.
// Every value is escaped here, the only place where text becomes markup.
import { isolated } from '#locales/registry.js';
import type { MailContent, MailGroup, MailLine } from './mail-content.ts';

export function htmlOf(content: MailContent): string {
  const { locale, subject, preheader, greeting, body, groups = [], button, validity, fallback } = content;
  const url = escapeHtml(button.url);
  return `<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>${styleSheet}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f8f8;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escapeHtml(preheader)}${'&#8199;&#847; '.repeat(40)}</div>
<div role="main">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f6f8f8" style="background:#f6f8f8;">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
<tr><td class="brand" style="${face}padding:0 8px 16px;font-size:18px;font-weight:600;color:#0f655f;">Daybook</td></tr>
<tr><td class="sheet" bgcolor="#ffffff" style="background:#ffffff;border:1px solid #e2e7e7;border-radius:8px;padding:32px;">
<h1 class="text" style="${face}margin:0 0 20px;font-size:22px;line-height:30px;font-weight:600;color:#151c1c;overflow-wrap:anywhere;">${escapeHtml(subject)}</h1>
<p class="text" style="${paragraph}">${escapeHtml(greeting)}</p>
<p class="text" style="${paragraph}">${escapeHtml(body)}</p>
${groups.map(groupHtml).join('\n')}
${buttonHtml(content)}
${validity ? `<p class="text" style="${paragraph}">${escapeHtml(validity)}</p>` : ''}
<p class="quiet" style="${small}margin:0;">${escapeHtml(fallback)}<br><a class="link" href="${url}" target="_blank" rel="noopener noreferrer" style="color:#0f655f;word-break:break-all;">${url}</a></p>
</td></tr>
${footHtml(content)}
</table>
</td></tr>
</table>
</div>
</body>
</html>
`;
}

function buttonHtml({ button, groups = [] }: MailContent): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:${groups.length > 0 ? 24 : 8}px 0 24px;">
<tr><td class="button" bgcolor="#0f655f" style="background:#0f655f;border-radius:6px;">
<a href="${escapeHtml(button.url)}" target="_blank" rel="noopener noreferrer" style="${face}display:inline-block;padding:13px 24px;font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:6px;">${escapeHtml(button.label)}</a>
</td></tr>
</table>`;
}

function footHtml(content: MailContent): string {
  return `<tr><td style="padding:20px 8px 0;">
<p class="quiet" style="${small}margin:0 0 8px;">${escapeHtml(content.why)}</p>
${unsubscribeHtml(content)}<p class="quiet" style="${small}margin:0;">${escapeHtml(content.sender)}</p>
</td></tr>`;
}

function groupHtml({ title, quote, lines, more }: MailGroup): string {
  return `<h2 class="text" style="${face}margin:24px 0 8px;font-size:16px;line-height:24px;font-weight:600;color:#151c1c;overflow-wrap:anywhere;">${escapeHtml(title)}</h2>
${quote === null ? '' : `<p class="quote" dir="auto" style="${face}margin:0 0 8px;padding:2px 0 2px 12px;border-left:3px solid #c4cccc;font-size:16px;line-height:24px;color:#2d3737;overflow-wrap:anywhere;">${escapeHtml(quote)}</p>`}
${lines.map(lineHtml).join('\n')}
${more === null ? '' : `<p class="quiet" style="${small}margin:8px 0 0;">${escapeHtml(more)}</p>`}`;
}

// One table per line, so that a long amount narrows only its own line.
const lineHtml = ({ text, detail, amount, url }: MailLine): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td style="padding:10px 16px 0 0;"><a class="link" href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer" style="${face}font-size:16px;line-height:24px;color:#0f655f;overflow-wrap:anywhere;">${escapeHtml(text)}</a></td>
<td class="text" align="right" valign="top" style="${face}padding:10px 0 0;font-size:16px;line-height:24px;color:#2d3737;white-space:nowrap;">${escapeHtml(amount)}</td></tr>
<tr><td colspan="2" class="rule quiet" style="${small}border-bottom:1px solid #e2e7e7;padding:0 0 10px;">${escapeHtml(detail)}</td></tr>
</table>`;

const unsubscribeHtml = ({ unsubscribe }: MailContent): string =>
  unsubscribe === undefined
    ? ''
    : `<p class="quiet" style="${small}margin:0 0 8px;">${escapeHtml(unsubscribe.text)} <a class="link" href="${escapeHtml(unsubscribe.url)}" target="_blank" rel="noopener noreferrer" style="color:#0f655f;">${escapeHtml(unsubscribe.label)}</a></p>
`;

export function textOf(content: MailContent): string {
  const { greeting, body, groups = [], button, validity, why, unsubscribe, sender } = content;
  const end = unsubscribe ? `${unsubscribe.text} ${unsubscribe.label}:\n${unsubscribe.url}\n\n${sender}` : sender;
  const parts = [
    greeting,
    body,
    ...groups.map((group) => groupText(group, button.url)),
    `${button.label}:\n${button.url}`,
    validity,
    `-- \n${why}\n\n${end}`,
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

/** Of a single worklog, the address is only that of the button. */
function groupText({ title, quote, lines, more }: MailGroup, buttonUrl: string): string {
  const rows = lines.map(({ text, detail, amount, url }) => {
    const row = `- ${[text, detail, amount].filter(Boolean).map(isolated).join(', ')}`;
    return url === buttonUrl ? row : `${row}\n${url}`;
  });
  return [
    title,
    ...(quote === null ? [] : [`“${isolated(quote)}”`]),
    '',
    ...rows,
    ...(more === null ? [] : [more]),
  ].join('\n');
}

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const face = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
const paragraph = `${face}margin:0 0 16px;font-size:16px;line-height:25px;color:#2d3737;overflow-wrap:anywhere;`;
const small = `${face}font-size:14px;line-height:21px;color:#4a5656;overflow-wrap:anywhere;`;

const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a:focus { outline: 3px solid #34908a; outline-offset: 2px; }
@media (max-width: 599px) { .sheet { padding: 24px 20px !important; } }
@media (prefers-color-scheme: dark) {
  .page { background: #141819 !important; }
  .sheet { background: #202728 !important; border-color: #363f40 !important; }
  .text { color: #e5eaea !important; }
  .quiet { color: #bdc7c7 !important; }
  .brand, .link { color: #86c5bf !important; }
  .rule { border-color: #363f40 !important; }
  .quote { color: #e5eaea !important; border-color: #5b6667 !important; }
}
`;
