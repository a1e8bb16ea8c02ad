import type { ArchiveImported } from '#contract/archive.ts';
import { m } from '#locales/messages.js';
import { useCan, useCompany } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { LinkButton } from '../ui/Button.tsx';
import { focusSelf } from '../ui/focus-on-mount.ts';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import classes from './archive.module.css';
import { archiveFigures } from './CheckedArchive.tsx';

/** What was imported, and where it is. */
export function ArchiveResult({ imported }: { imported: ArchiveImported }) {
  const { companyName, members, formerMembers } = imported;
  return (
    <div className={classes.part}>
      <h3 ref={focusSelf} tabIndex={-1} className={classes.name}>
        {m.archive_done_of({ company: companyName })}
      </h3>
      <SummaryFigures figures={archiveFigures(imported)} />
      <p>
        {members > 0 && m.archive_done_members({ count: members })}{' '}
        {formerMembers > 0 && m.archive_done_former({ count: formerMembers })}
      </p>
      <ImportedLinks />
    </div>
  );
}

/** Reports are for companies with two seats or more, and worklogs for who may log. */
export function ImportedLinks() {
  const { plan } = useCompany();
  const mayLog = useCan('worklogs.submit');
  return (
    <div className={classes.buttons}>
      <LinkButton href={pathTo('/projects')}>{m.archive_open_projects()}</LinkButton>
      {plan === 'Premium' ? (
        <LinkButton variant="default" href={pathTo('/reports')}>
          {m.archive_open_reports()}
        </LinkButton>
      ) : (
        mayLog && (
          <LinkButton variant="default" href={pathTo('/worklogs')}>
            {m.archive_open_worklogs()}
          </LinkButton>
        )
      )}
    </div>
  );
}
