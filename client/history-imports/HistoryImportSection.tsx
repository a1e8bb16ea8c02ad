import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { settingsPath } from '../shell/settings-sections.ts';
import { formatInstant } from '../ui/format.ts';
import { Section } from '../ui/Section.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { HistoryImport } from './HistoryImport.tsx';
import { HistoryUpload } from './HistoryUpload.tsx';
import classes from './history.module.css';
import { historyStateLabels } from './history-labels.ts';
import { useHistoryParameters } from './history-parameters.ts';

/** Imports time from other tools: files, choices, a check of every row, the import itself, and undoing it. */
export function HistoryImportSection() {
  const [{ run }, change] = useHistoryParameters();
  // Those of a new import are shown until the next files are chosen, also once its other files were read.
  const [refused, setRefused] = useState<{ run: string; reasons: readonly string[] }>({ run: '', reasons: [] });
  const failures = refused.run === run ? refused.reasons : [];
  const onFailures = (reasons: readonly string[]) => setRefused({ run, reasons });
  if (run !== '') return <HistoryImport key={run} importId={run} failures={failures} onFailures={onFailures} />;
  const open = (importId: string) => {
    setRefused(({ reasons }) => ({ run: importId, reasons }));
    void change({ run: importId });
  };
  return (
    <>
      <Section title={m.history_title()} text={m.history_text()}>
        <HistoryUpload failures={failures} onFailures={onFailures} onRead={open} />
      </Section>
      <EarlierHistory />
    </>
  );
}

const maxShown = 10;

function EarlierHistory() {
  const { id: companyId } = useCompany();
  const { data } = useQuery(apiQuery('imports', 'GET /companies/{companyId}/history-imports', { companyId }));
  const imports = data?.imports.slice(0, maxShown) ?? [];
  if (imports.length === 0) return null;
  return (
    <Section title={m.history_earlier()}>
      <ul className={classes.list}>
        {imports.map(({ id, fileNames, startedByName, createdAt, state }) => (
          <li key={id} className={classes.entry}>
            <TextLink to={`${settingsPath('import-history')}?run=${id}`}>{fileNames || m.history_title()}</TextLink>{' '}
            <span className="dimmed">
              {m.users_import_run_by({ name: startedByName, at: formatInstant(createdAt) })} ·{' '}
              {historyStateLabels[state]()}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
