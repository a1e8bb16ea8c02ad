import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuditKind, auditKindNames } from '#domain/audit.ts';
import { addDays, type Day } from '#domain/calendar.ts';
import { completeRange, matchingPreset, presetRange } from '#domain/period-presets.ts';
import { policies } from '#domain/policies.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { todayIn } from '../clock.ts';
import { CompanySettings } from '../companies/CompanySettings.tsx';
import { choicesParameter, dayParameter, idsParameter } from '../filters.ts';
import { apiQuery } from '../queries.ts';
import { PeriodFilter } from '../reports/PeriodFilter.tsx';
import { ExportPopup } from '../reports/report-files/ExportPopup.tsx';
import { FileFormat, type FileFormatChoice } from '../reports/report-files/FileFormat.tsx';
import { useFileExport } from '../reports/report-files/use-file-export.ts';
import { Button } from '../ui/Button.tsx';
import { type Choices, fixedChoices, useChoices } from '../ui/choices.ts';
import { FilterBar } from '../ui/FilterBar.tsx';
import { pagingParameters, useListFilters } from '../ui/list-filters.ts';
import { MultiSelectFilter } from '../ui/MultiSelectFilter.tsx';
import { PagedTable } from '../ui/PagedTable.tsx';
import { Section } from '../ui/Section.tsx';
import { EmptyState } from '../ui/states.tsx';
import { auditColumns } from './audit-columns.tsx';
import { auditKindOptions } from './audit-texts.ts';

const parameters = {
  ...pagingParameters,
  from: dayParameter,
  to: dayParameter,
  kinds: choicesParameter(auditKindNames),
  people: idsParameter,
};

const unfiltered = { from: null, to: null, kinds: [], people: [] };

/** The audit log of the company, and how long it is kept. For company admins. */
export function AuditSection() {
  const { id } = useCompany();
  return (
    <>
      <AuditLog key={id} />
      <CompanySettings part="audit" />
    </>
  );
}

function AuditLog() {
  const { id: companyId, timeZone, weekStartsOn, currency } = useCompany();
  const today = todayIn(timeZone);
  const { filters, change, reset } = useListFilters(parameters, unfiltered);
  const { kinds, people, page, size } = filters;
  const range = completeRange(filters, presetRange('this-month', today, weekStartsOn));
  const filter = {
    companyId,
    ...range,
    ...(kinds.length > 0 ? { kinds } : {}),
    ...(people.length > 0 ? { personIds: people } : {}),
  };
  const list = useQuery({
    ...apiQuery('companies', 'GET /companies/{companyId}/audit-events', { ...filter, page, pageSize: size }),
    placeholderData: keepPreviousData,
  });
  const isThisMonth = matchingPreset(range, today, weekStartsOn) === 'this-month';
  return (
    <Section title={m.audit_title()} text={m.audit_text()} action={<AuditExport filter={filter} />} isOpen>
      <FilterBar
        onReset={reset === undefined || (isThisMonth && kinds.length + people.length === 0) ? undefined : reset}
      >
        <PeriodFilter value={range} onChange={change} today={today} weekStartsOn={weekStartsOn} error={undefined} />
        <MultiSelectFilter
          label={m.file_column_event()}
          allLabel={m.audit_all_kinds()}
          choices={fixedChoices(auditKindOptions())}
          nameClass="visually-hidden"
          value={kinds}
          onChange={(chosen) => change({ kinds: parameters.kinds.read(chosen) })}
        />
        <MultiSelectFilter
          label={m.file_column_person()}
          allLabel={m.audit_everybody()}
          choices={useAuditPeople(people)}
          nameClass="visually-hidden"
          value={people}
          onChange={(chosen) => change({ people: chosen })}
        />
      </FilterBar>
      <PagedTable
        caption={m.audit_title()}
        columns={auditColumns(currency)}
        list={list}
        rowsOf={({ events }) => events}
        keyOf={({ id }) => id}
        paging={{ page, size }}
        onPaging={change}
        empty={<NoEvents onShowAll={() => change({ ...unfiltered, ...keptDays(today) })} />}
      />
    </Section>
  );
}

type ExportProps = { filter: { companyId: string; from: Day; to: Day; kinds?: AuditKind[]; personIds?: string[] } };

/** Exports exactly the shown events, on all pages. */
function AuditExport({ filter: { kinds, ...filter } }: ExportProps) {
  const [choice, setChoice] = useState<FileFormatChoice>({ format: 'csv', style: 'local' });
  const exporting = useFileExport();
  const request = { ...filter, ...(kinds ? { auditKinds: kinds } : {}), ...choice, language: getLocale() };
  return (
    <ExportPopup exporting={exporting}>
      <FileFormat choice={choice} onChange={(change) => setChoice({ ...choice, ...change })} fault={exporting.fault} />
      <Button onClick={() => exporting.start({ of: 'audit', ...request })}>{m.reports_export_start()}</Button>
    </ExportPopup>
  );
}

/** No company keeps more. */
const keptDays = (today: Day) => ({ from: addDays(today, -policies.auditDays.maximum), to: today });

const NoEvents = ({ onShowAll }: { onShowAll: () => void }) => (
  <EmptyState text={m.audit_none()}>
    <Button variant="default" onClick={onShowAll}>
      {m.audit_show_all()}
    </Button>
  </EmptyState>
);

function useAuditPeople(ids: readonly string[]): Choices {
  const { id: companyId } = useCompany();
  return useChoices<{ userId: string; name: string }>(ids, {
    key: ['members', 'audit', companyId],
    load: (input, signal) => api('GET /companies/{companyId}/audit-people', { companyId, ...input }, { signal }),
    optionOf: ({ userId, name }) => ({ value: userId, label: name }),
  });
}
