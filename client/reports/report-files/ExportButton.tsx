import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import type { Report } from '../use-report.ts';
import type { FileChoice } from './ExportChoices.tsx';
import { ExportPopup } from './ExportPopup.tsx';
import { fileRequest } from './file-request.ts';
import { useFileExport } from './use-file-export.ts';

const ExportChoices = lazyPart(() => import('./ExportChoices.tsx').then((file) => file.ExportChoices));

/** Exports exactly the shown report as a file. Continues when the panel is closed or the page is left. */
export function ExportButton({ report }: { report: Report }) {
  const [choice, setChoice] = useState<Partial<FileChoice>>({});
  const exporting = useFileExport();
  return (
    <ExportPopup exporting={exporting}>
      <Suspense fallback={<SkeletonRows rows={3} />}>
        <ExportChoices
          report={report}
          choice={choice}
          onChange={setChoice}
          fault={exporting.fault}
          onStart={(chosen) => exporting.start(fileRequest(report, chosen))}
        />
      </Suspense>
    </ExportPopup>
  );
}
