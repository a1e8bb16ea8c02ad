// Notifies somebody who manages projects of budgets that have reached a threshold, with what is used at the time of sending.
// Budgets that the reader may no longer see, or whose use fell below the threshold meanwhile, are left out.

import { sql } from 'kysely';
import type { BudgetLine } from '#contract/projects.ts';
import { reachedThreshold } from '#domain/budget-alerts.ts';
import { formatMinutes } from '#domain/duration.ts';
import { numberFormat } from '#domain/intl.ts';
import { formatMoney } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { readReachedBudgets } from '../budgets/use.ts';
import { cleanName } from '../mail/displayed.ts';
import type { MailContent, MailLine } from '../mail/mail-content.ts';
import { visibleProjects } from '../request/access.ts';
import type { Db } from '../request/context.ts';
import { type NoticeContext, noticeMail, pageUrl } from './notice-mail.ts';
import type { NoticeOf } from './payload.ts';

const maxLines = 20;

export async function budgetMail(
  db: Db,
  writer: NoticeContext,
  notice: NoticeOf<'budget'>,
): Promise<MailContent | null> {
  const { locale, company } = writer.reader;
  const lines = await readLines(db, writer, notice);
  const [first] = lines;
  if (!first) return null;
  const full = lines.filter((line) => reachedThreshold(line) === 100).length;
  const words = { company: cleanName(company.name) };
  return noticeMail(writer, 'budget', {
    subject:
      full > 0
        ? m.mail_budget_subject_used_up({ count: full }, { locale })
        : m.mail_budget_subject_near({ count: lines.length }, { locale }),
    preheader: m.mail_notice_at(words, { locale }),
    body: m.mail_budget_body(words, { locale }),
    groups: [
      {
        title: m.mail_budget_group({}, { locale }),
        quote: null,
        lines: lines.slice(0, maxLines).map((line) => lineOf(writer, line)),
        more: lines.length > maxLines ? m.mail_notice_more({ count: lines.length - maxLines }, { locale }) : null,
      },
    ],
    button:
      new Set(lines.map(({ projectId }) => projectId)).size === 1
        ? { label: m.mail_budget_button_one({}, { locale }), url: projectUrl(writer, first) }
        : { label: m.mail_budget_button({}, { locale }), url: pageUrl(writer, '/projects') },
    why: m.mail_budget_why(words, { locale }),
  });
}

async function readLines(db: Db, { reader }: NoticeContext, { alerts }: NoticeOf<'budget'>): Promise<BudgetLine[]> {
  const viewer = { db, company: { ...reader.company, standsInFor: [] }, person: { id: reader.id } };
  const visible = await db
    .selectFrom('projects as p')
    .where(visibleProjects(viewer, 'projects.details'))
    .where('p.id', '=', sql<string>`any(${alerts.map(({ projectId }) => projectId)}::uuid[])`)
    .where('p.archivedAt', 'is', null)
    .select('p.id')
    .execute();
  const lines = await readReachedBudgets(
    db,
    reader.company,
    visible.map(({ id }) => id),
  );
  return lines.filter((line) =>
    alerts.some(
      ({ projectId, taskId, measure, threshold }) =>
        projectId === line.projectId &&
        taskId === (line.task?.id ?? null) &&
        measure === line.measure &&
        (reachedThreshold(line) ?? 0) >= threshold,
    ),
  );
}

function lineOf(writer: NoticeContext, line: BudgetLine): MailLine {
  const { locale, company } = writer.reader;
  const { projectName, task, measure, used, budget } = line;
  const format = (value: number) =>
    measure === 'minutes'
      ? formatMinutes(value, locale)
      : formatMoney({ amountMinor: value, currency: company.currency }, locale);
  return {
    text:
      task === null
        ? cleanName(projectName)
        : `${isolated(cleanName(projectName))} – ${isolated(cleanName(task.name))}`,
    detail: m.mail_budget_used({ used: format(used), budget: format(budget) }, { locale }),
    amount: numberFormat(locale, { style: 'percent' }).format(Math.floor((used / budget) * 100) / 100),
    url: projectUrl(writer, line),
  };
}

const projectUrl = (writer: NoticeContext, { projectId }: BudgetLine): string =>
  pageUrl(writer, `/projects/${projectId}`);
