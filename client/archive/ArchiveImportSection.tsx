import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ArchiveTargetState } from '#domain/archives.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { archiveImportId } from '../shell/settings-sections.ts';
import { focusSelf } from '../ui/focus-on-mount.ts';
import { Section } from '../ui/Section.tsx';
import { ArchiveFile } from './ArchiveFile.tsx';
import { ArchiveProgress } from './ArchiveProgress.tsx';
import { ArchiveResult, ImportedLinks } from './ArchiveResult.tsx';
import { useArchiveStep } from './archive-step.ts';
import { CheckedArchive } from './CheckedArchive.tsx';

type Props = { state: ArchiveTargetState };

/** Imports the archive of a company into this one, in which there is nothing yet: a file, what is in it, the import, its result. */
export function ArchiveImportSection({ state }: Props) {
  const [step] = useArchiveStep();
  const text = step.at === 'choose' && state === 'empty' ? m.archive_import_text() : undefined;
  return (
    <Section id={archiveImportId} title={m.archive_import()} text={text}>
      <Steps state={state} />
    </Section>
  );
}

function Steps({ state }: Props) {
  const [step, owner] = useArchiveStep();
  const isOwn = step.at === 'importing' || step.at === 'waiting' || step.at === 'done';
  const isElsewhere = state === 'importing' && !isOwn;
  const [wasElsewhere, setWasElsewhere] = useState(isElsewhere);
  if (isElsewhere && !wasElsewhere) setWasElsewhere(true);
  if (isElsewhere)
    return <ArchiveProgress title={m.archive_running()} text={m.archive_running_text()} progress={null} />;
  if (wasElsewhere && !isOwn && state === 'filled') return <ImportedElsewhere />;
  switch (step.at) {
    case 'choose':
      if (state === 'filled' && step.failure === null && !wasElsewhere) return <p>{m.reason_archive_not_empty()}</p>;
      return (
        <ArchiveFile
          owner={owner}
          file={step.file}
          failure={step.failure ?? (wasElsewhere ? m.archive_ended_without() : null)}
        />
      );
    case 'checking':
      return (
        <ArchiveProgress
          title={m.archive_checking({ file: step.file.name })}
          text={step.sentShare < 1 ? m.archive_sending() : m.archive_reading()}
          progress={step}
        />
      );
    case 'checked':
      return <CheckedArchive owner={owner} {...step} />;
    case 'importing':
      return (
        <ArchiveProgress
          title={m.archive_importing({ company: step.contents.companyName })}
          text={step.sentShare < 1 ? m.archive_sending_stay() : m.archive_importing_leave()}
          progress={step}
        />
      );
    case 'waiting':
      return (
        <ArchiveProgress
          title={m.archive_importing({ company: step.contents.companyName })}
          text={m.archive_lost()}
          progress={null}
        />
      );
    case 'done':
      return <ArchiveResult imported={step.imported} />;
  }
}

/** From another tab or by another admin, or this page was loaded meanwhile: the figures are what the company has now. */
function ImportedElsewhere() {
  const { id: companyId } = useCompany();
  const { data } = useQuery(
    apiQuery('worklogs', 'GET /companies/{companyId}/worklogs', { companyId, page: 1, pageSize: 10 }),
  );
  return (
    <>
      <h3 ref={focusSelf} tabIndex={-1}>
        {m.archive_done()}
      </h3>
      {data && <p>{m.archive_done_worklogs({ count: data.totals.items })}</p>}
      <ImportedLinks />
    </>
  );
}
