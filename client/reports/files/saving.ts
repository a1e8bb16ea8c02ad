// A file that the browser saves by itself, as it comes: it never lies in memory, and is told where the browser tells of what it
// saves. The page prepares it, so that every refusal is told here, and asks how far it is.

import { type ApiInput, type ApiOutput, api } from '../../api.ts';

type Wanted = ApiInput<'POST /companies/{companyId}/reports/files'>;
type Prepared = ApiOutput<'GET /companies/{companyId}/reports/files/{fileId}'>;
export type Coming = Pick<Prepared, 'rowsWritten' | 'rowsExpected'>;
type Saving = { signal: AbortSignal; onProgress: (coming: Coming) => void };

/** It broke off, or never began; in the words of the server. */
export class FileFailed extends Error {}

/** Resolves when all of it was sent, or when it was cancelled among the downloads of the browser. */
export async function saveFile(wanted: Wanted, { signal, onProgress }: Saving): Promise<Prepared['state']> {
  const { companyId } = wanted;
  const { id: fileId } = await api('POST /companies/{companyId}/reports/files', wanted, { signal, attempts: 1 });
  const file = { companyId, fileId };
  signal.addEventListener('abort', () => void cancel(file));
  fetchByBrowser(file);
  for (let asked = 0; ; asked += 1) {
    await pause(Math.min(1_000, 150 * 2 ** asked));
    const { state, failure, ...coming } = await api('GET /companies/{companyId}/reports/files/{fileId}', file, {
      signal,
    });
    if (state === 'failed') throw new FileFailed(failure ?? '');
    if (state === 'whole' || state === 'cancelled') return state;
    onProgress(coming);
  }
}

type File = { companyId: string; fileId: string };

function fetchByBrowser({ companyId, fileId }: File): void {
  const href = `/api/v1/companies/${companyId}/reports/files/${fileId}/content`;
  Object.assign(document.createElement('a'), { href, download: '' }).click();
}

/** Where this fails, the browser has it cancelled as well. */
const cancel = (file: File): Promise<unknown> =>
  api('DELETE /companies/{companyId}/reports/files/{fileId}', file).catch(() => undefined);

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
