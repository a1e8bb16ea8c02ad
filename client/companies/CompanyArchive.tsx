import { m } from '#locales/messages.js';
import { useCan, useCompany } from '../auth.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Section } from '../ui/Section.tsx';

/** A plain link, so that the browser streams the file to disk, whatever its size. */
export function CompanyArchive() {
  const { id } = useCompany();
  if (!useCan('company.export')) return null;
  return (
    <Section id="archive" title={m.company_archive()} text={m.company_archive_text()}>
      <div>
        <LinkButton variant="default" href={`/api/v1/companies/${id}/archive`} download>
          {m.company_archive_download()}
        </LinkButton>
      </div>
    </Section>
  );
}
