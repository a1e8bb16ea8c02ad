import type { ReactNode } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import type { WorklogEvent } from '#contract/worklog-events.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { worklogTexts } from '#domain/worklog-fields.ts';
import { worklogTextLabels } from '#labels/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import classes from './detail.module.css';
import { ReceiptGallery } from './ReceiptGallery.tsx';
import { shownTexts } from './texts.ts';
import { WorklogHistory } from './WorklogHistory.tsx';

export const TextSections = ({ worklog }: { worklog: Worklog }) =>
  worklogTexts.map((name) => {
    const { none } = shownTexts[name];
    if (worklog[name] === '' && !none) return null;
    return (
      <DetailSection key={name} title={worklogTextLabels[name]()}>
        {worklog[name] === '' ? <p className="dimmed">{none?.()}</p> : <p className={classes.notes}>{worklog[name]}</p>}
      </DetailSection>
    );
  });

export const ReceiptsSection = ({ receipts }: { receipts: readonly Receipt[] }) => (
  <DetailSection title={m.receipts_title()}>
    {receipts.length === 0 ? <p className="dimmed">{m.receipts_none()}</p> : <ReceiptGallery receipts={receipts} />}
  </DetailSection>
);

export function HistorySection({ worklog, history }: { worklog: Worklog; history: readonly WorklogEvent[] }) {
  const { currency } = useCompany();
  return (
    <DetailSection title={m.approvals_history()}>
      <WorklogHistory events={history} zone={worklog.zone} currency={worklog.expense?.currency ?? currency} />
    </DetailSection>
  );
}

export const DetailSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part}>
    <h3>{title}</h3>
    {children}
  </section>
);
