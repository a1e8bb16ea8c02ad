// The audit log as a file: its events of the filter, newest first. Names of roles, policies and the rest are written for people in
// their language; for programs as in the API.

import { sql } from 'kysely';
import { auditKindLabels } from '#labels/audit.ts';
import { m } from '#locales/messages.js';
import { type AuditFilter, namedAuditEvents } from '../audit/rows.ts';
import type { Viewer } from '../request/access.ts';
import { auditSubjectLabels, auditValueLabels } from './audit-labels.ts';
import type { ColumnDefinition, ColumnSelection } from './columns.ts';
import { idColumn } from './common.ts';

const textColumn = (name: string, title: ColumnDefinition['title'], column: string, width = 24) => ({
  name,
  title,
  kind: 'text' as const,
  width,
  of: sql.ref(column),
});

export const auditFileColumns: readonly ColumnDefinition[] = [
  { name: 'id', of: sql.ref('e.id'), ...idColumn },
  { name: 'at', title: m.file_column_at, kind: 'time', width: 17, of: sql.ref('e.at') },
  { ...textColumn('event', m.file_column_event, 'e.kind', 30), words: auditKindLabels },
  textColumn('person', m.file_column_person, 'actor.name'),
  { name: 'person_id', of: sql.ref('e.actorId'), ...idColumn },
  textColumn('member', m.file_column_member, 'subject.name'),
  { name: 'member_id', of: sql.ref('e.subjectId'), ...idColumn },
  { ...textColumn('about', m.file_column_about, 'e.about'), words: auditSubjectLabels },
  { ...textColumn('from', m.file_column_from, 'e.fromValue'), words: auditValueLabels },
  { ...textColumn('to', m.file_column_to, 'e.toValue'), words: auditValueLabels },
  textColumn('reason', m.file_column_reason, 'e.reason', 40),
];

export type AuditViewer = Viewer & { company: { timeZone: string } };

export const selectAuditRows = (viewer: AuditViewer, filter: AuditFilter, selection: ColumnSelection) =>
  namedAuditEvents(viewer, filter).select(selection).orderBy('e.at', 'desc').orderBy('e.id', 'desc').compile();
