import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan, useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { lazyPart, Optional } from '../ui/lazy.tsx';
import { useArchiveStep } from './archive-step.ts';

const ArchiveImportSection = lazyPart(() =>
  import('./ArchiveImportSection.tsx').then((file) => file.ArchiveImportSection),
);

/** Polling is a fallback for live updates: the import may run in another process. */
const pollIntervalMs = 2_000;

/** Nothing for a company that has something of its own, except after its import. */
export function ImportArchive() {
  const { id: companyId } = useCompany();
  const mayImport = useCan('company.import');
  const [step] = useArchiveStep();
  const { data } = useQuery({
    ...apiQuery('companies', 'GET /companies/{companyId}/archive-import', { companyId }),
    enabled: mayImport,
    refetchInterval: ({ state }) => (state.data?.state === 'importing' ? pollIntervalMs : false),
  });
  const [isOpen, setOpen] = useState(false);
  const isNeeded = (data !== undefined && data.state !== 'filled') || step.at !== 'choose';
  if (isNeeded && !isOpen) setOpen(true);
  if (!mayImport || !isOpen || !data) return null;
  return (
    <Optional>
      <ArchiveImportSection state={data.state} />
    </Optional>
  );
}
