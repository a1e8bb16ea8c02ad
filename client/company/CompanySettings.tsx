import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { read } from '../queries.ts';
import { Section } from '../ui/Section.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { CompanyForm } from './CompanyForm.tsx';

/** What a company admin decides for the company. */
export function CompanySettings({ companyId }: { companyId: string }) {
  const company = useQuery(read('companies', 'GET /companies/{companyId}', { companyId }));
  return (
    <Section title={m.company_settings()} text={m.company_settings_text()}>
      {company.isPending && <SkeletonRows rows={4} height={60} />}
      {company.error && <ErrorState error={company.error} onRetry={() => company.refetch()} />}
      {company.data && <CompanyForm key={company.data.version} company={company.data} />}
    </Section>
  );
}
