// Writes an import: its record, the invites with their links, every row of the list, and the mail jobs. The caller has locked the
// company and claimed the seats. Done in slices, so that the process serves other requests in between.

import { sql } from 'kysely';
import { type ClassifiedRow, importRetentionDays } from '#domain/imports.ts';
import type { Role } from '#domain/permissions.ts';
import type { Locale } from '#domain/settings.ts';
import { newId } from '../db/ids.ts';
import { issueInviteCodes } from '../identity/link-codes.ts';
import { chargeInviteMails } from '../invites/limits.ts';
import { insertInviteProjects } from '../invites/projects.ts';
import { enqueueMails, inviteMail, localesOf, newInviteDates, revokeExpired } from '../invites/send.ts';
import type { CompanyContext } from '../request/context.ts';

const sliceRows = 500;

type Run = { fileName: string; rows: readonly ClassifiedRow[]; projectIds: readonly string[] };

/** Returns the id of the import. */
export async function writeImport(ctx: CompanyContext, { fileName, rows, projectIds }: Run): Promise<string> {
  const companyId = ctx.company.id;
  const id = newId();
  const startedBy = ctx.person.id;
  await ctx.db
    .insertInto('imports')
    .values({ companyId, id, startedBy, fileName: [...fileName].slice(0, 200).join(''), createdAt: ctx.now })
    .execute();
  const emails = rows.flatMap(({ email, verdict }) => (verdict === 'new' ? [email] : []));
  await revokeExpired(ctx, emails);
  const locales = await localesOf(ctx, emails);
  const flooded = await chargeInviteMails(ctx, emails);
  for (let at = 0; at < rows.length; at += sliceRows) {
    const slice = rows
      .slice(at, at + sliceRows)
      .map((row) => ({ ...row, inviteId: row.verdict === 'new' ? newId() : null }));
    const invites = slice.flatMap(inviteIn);
    await insertInvites(ctx, id, invites, { locales, flooded });
    await insertInviteProjects(ctx, invites, projectIds);
    await insertRows(ctx, id, slice, flooded);
  }
  const cleanupPayload = JSON.stringify({ companyId, importId: id });
  await sql`select enqueue('delete-import', ${cleanupPayload}::json, null, ${ctx.now}::timestamptz + make_interval(days => ${importRetentionDays}))`.execute(
    ctx.db,
  );
  ctx.publishChange(companyId, 'imports', 'invites', 'companies', 'dashboard');
  return id;
}

type RowWithInvite = ClassifiedRow & { inviteId: string | null };
type NewInvite = { id: string; line: number; email: string; name: string; role: Role };

const inviteIn = ({ inviteId, grants, line, email, name }: RowWithInvite): NewInvite[] =>
  inviteId === null || grants === null ? [] : [{ id: inviteId, line, email, name, role: grants }];

async function insertInvites(
  ctx: CompanyContext,
  importId: string,
  invites: readonly NewInvite[],
  { locales, flooded }: { locales: ReadonlyMap<string, Locale>; flooded: ReadonlySet<string> },
): Promise<void> {
  if (invites.length === 0) return;
  const companyId = ctx.company.id;
  const { sentAt, expiresAt } = newInviteDates(ctx);
  await sql`
    insert into invites (company_id, id, email, name, role, invited_by, sent_at, expires_at)
    select c.id, n.id, n.email, n.name, n.role, ${ctx.person.id}, ${sentAt}, ${expiresAt}
    from unnest(${invites.map(({ id }) => id)}::uuid[], ${invites.map(({ email }) => email)}::text[],
      ${invites.map(({ name }) => name)}::text[], ${invites.map(({ role }) => role)}::text[]) as n (id, email, name, role)
    join companies c on c.id = ${companyId}`.execute(ctx.db);
  const codes = await issueInviteCodes(ctx, companyId, invites);
  const mails = invites.flatMap((invite, index) => {
    const code = codes[index] ?? '';
    const locale = locales.get(invite.email) ?? ctx.locale;
    const mail = inviteMail(ctx, { ...invite, sentAt, expiresAt }, { code, locale });
    return flooded.has(invite.email) ? [] : { ...mail, importRow: { companyId, importId, line: invite.line } };
  });
  await enqueueMails(ctx, mails);
}

/** A mailbox that gets too many invites, from any company, gets none of these; they are recorded as failed. */
async function insertRows(
  { db, company }: CompanyContext,
  importId: string,
  rows: readonly RowWithInvite[],
  flooded: ReadonlySet<string>,
): Promise<void> {
  const mails = rows.map(({ inviteId, email }) =>
    inviteId === null ? null : flooded.has(email) ? 'failed' : 'waiting',
  );
  await sql`
    insert into import_rows (company_id, import_id, line, email, name, role, verdict, invite_id, mail)
    select c.id, ${importId}, n.line, n.email, n.name, n.role, n.verdict, n.invite_id,
      n.mail
    from unnest(${rows.map(({ line }) => line)}::integer[], ${rows.map(({ email }) => email)}::text[],
      ${rows.map(({ name }) => name)}::text[], ${rows.map(({ role }) => role)}::text[],
      ${rows.map(({ verdict }) => verdict)}::text[], ${rows.map(({ inviteId }) => inviteId)}::uuid[], ${mails}::text[])
      as n (line, email, name, role, verdict, invite_id, mail)
    join companies c on c.id = ${company.id}`.execute(db);
}
