import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Company } from '#contract/companies.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { Section } from '../ui/Section.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { CompanyForm } from './CompanyForm.tsx';
import type { CompanyPart } from './company-merge.ts';

const titles: Record<CompanyPart, () => string> = {
  company: m.company_settings,
  rules: m.company_rules,
  mails: m.company_mails_title,
  audit: m.audit_retention_title,
};

/** A part of the settings of the company, for company admins. */
export function CompanySettings({ part }: { part: CompanyPart }) {
  const { id: companyId } = useCompany();
  const company = useQuery(apiQuery('companies', 'GET /companies/{companyId}', { companyId }));
  return (
    <Section id={part} title={titles[part]()} text={m.company_settings_text()} isOpen={part === 'rules'}>
      {company.isPending && <SkeletonRows rows={4} height={60} />}
      {company.isLoadingError && <ErrorState error={company.error} onRetry={() => company.refetch()} />}
      {company.data && <EditableCompany key={companyId} company={company.data} part={part} />}
    </Section>
  );
}

/** Shows the latest version until the user interacts with the form; from then on it keeps that version, until it is saved. */
function EditableCompany({ company, part }: { company: Company; part: CompanyPart }) {
  const [{ first, version, isTouched }, set] = useState({ first: company, version: company.version, isTouched: false });
  if (!isTouched && company.version > version) set({ first: company, version: company.version, isTouched });
  const touch = () => set({ first, version, isTouched: true });
  const noticing = { onChange: touch, onClick: touch, onKeyDown: touch };
  return (
    <div {...noticing}>
      <CompanyForm
        key={first.version}
        company={first}
        part={part}
        onSaved={(saved) => set({ first, version: saved, isTouched: false })}
      />
    </div>
  );
}
