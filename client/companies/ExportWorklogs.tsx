import { worklogStatuses } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { LinkButton } from '../ui/Button.tsx';
import { Section } from '../ui/Section.tsx';
import classes from './companies.module.css';

const formats = ['xlsx', 'csv'] as const;

/** Exports all worklogs on the Free plan, which has no reports. Plain download links. */
export const ExportWorklogs = ({ companyId }: { companyId: string }) => (
  <Section title={m.company_export_title()} text={m.company_export_text()}>
    <div className={classes.files}>
      {formats.map((format) => (
        <LinkButton key={format} variant="default" href={addressOf(companyId, format)} download>
          {m.company_export_as({ format: format.toUpperCase() })}
        </LinkButton>
      ))}
    </div>
  </Section>
);

function addressOf(companyId: string, format: (typeof formats)[number]): string {
  const query = new URLSearchParams({ of: 'worklogs', format, language: getLocale() });
  for (const status of worklogStatuses) query.append('statuses', status);
  return `/api/v1/companies/${companyId}/reports/file?${query}`;
}
