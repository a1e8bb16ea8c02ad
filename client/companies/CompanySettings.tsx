import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Company } from '#contract/companies.ts';
import { m } from '#locales/messages.js';
import { apiQuery } from '../queries.ts';
import { Section } from '../ui/Section.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { CompanyForm } from './CompanyForm.tsx';

/** The settings of the company, for company admins. */
export function CompanySettings({ companyId }: { companyId: string }) {
  const company = useQuery(apiQuery('companies', 'GET /companies/{companyId}', { companyId }));
  return (
    <Section title={m.company_settings()} text={m.company_settings_text()}>
      {company.isPending && <SkeletonRows rows={4} height={60} />}
      {company.isLoadingError && <ErrorState error={company.error} onRetry={() => company.refetch()} />}
      {company.data && <EditableCompany key={companyId} company={company.data} />}
    </Section>
  );
}

/** Shows the latest version until the user interacts with the form; from then on it keeps that version. */
function EditableCompany({ company }: { company: Company }) {
  const [frozen, setFrozen] = useState<Company | null>(null);
  const seen = frozen ?? company;
  const freeze = () => setFrozen(seen);
  const noticing = { onChange: freeze, onClick: freeze, onKeyDown: freeze };
  return (
    <div {...noticing}>
      <CompanyForm key={seen.version} company={seen} onSaved={() => setFrozen(null)} />
    </div>
  );
}
