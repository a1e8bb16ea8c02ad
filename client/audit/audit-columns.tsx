import type { AuditEvent } from '#contract/audit.ts';
import { auditKindLabels } from '#labels/audit.ts';
import { m } from '#locales/messages.js';
import type { TableColumn } from '../ui/table.ts';
import { InstantText } from '../ui/texts.tsx';
import classes from './audit.module.css';
import { auditDetail } from './audit-texts.ts';

export const auditColumns = (currency: string): TableColumn<AuditEvent>[] => [
  {
    id: 'at',
    header: m.file_column_at(),
    width: '168px',
    onCard: 'aside',
    cell: ({ at }) => (
      <span className="unbroken">
        <InstantText at={at} />
      </span>
    ),
  },
  {
    id: 'event',
    header: m.file_column_event(),
    canBreak: true,
    onCard: 'title',
    cell: (event) => <EventText event={event} currency={currency} />,
  },
  {
    id: 'person',
    header: m.file_column_person(),
    canBreak: true,
    cell: ({ actor }) => (actor ? <span dir="auto">{actor.name}</span> : m.audit_nobody()),
  },
];

function EventText({ event, currency }: { event: AuditEvent; currency: string }) {
  const { kind, subject, reason } = event;
  const detail = auditDetail(event, currency);
  return (
    <span className={classes.event}>
      <span>
        {auditKindLabels[kind]()}
        {subject && (
          <>
            {': '}
            <bdi>{subject.name}</bdi>
          </>
        )}
      </span>
      {detail !== '' && <span className={classes.detail}>{detail}</span>}
      {reason !== '' && <q className={classes.detail}>{reason}</q>}
    </span>
  );
}
