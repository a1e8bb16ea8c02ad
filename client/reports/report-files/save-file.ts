// Downloads a report file through the browser, which streams it to disk and shows it in its download list. The page prepares
// the file first, so that it can show refusals, and polls the progress.

import { type ApiInput, type ApiOutput, api } from '../../api.ts';

export type FileRequest = ApiInput<'POST /companies/{companyId}/reports/files'>;
type Prepared = ApiOutput<'GET /companies/{companyId}/reports/files/{fileId}'>;
export type FileProgress = Pick<Prepared, 'rowsWritten' | 'rowsExpected'>;
type Saving = { signal: AbortSignal; onProgress: (progress: FileProgress) => void };

/** The download failed; the message comes from the server. */
export class FileFailed extends Error {}

/** Resolves when the whole file was sent, or when it was cancelled in the browser's download list. */
export async function saveFile(request: FileRequest, { signal, onProgress }: Saving): Promise<Prepared['state']> {
  const { companyId } = request;
  const { id: fileId } = await api('POST /companies/{companyId}/reports/files', request, { signal, attempts: 1 });
  const file = { companyId, fileId };
  signal.addEventListener('abort', () => void cancel(file));
  startBrowserDownload(file);
  for (let attempt = 0; ; attempt += 1) {
    await pause(Math.min(1_000, 150 * 2 ** attempt));
    const { state, failure, ...progress } = await api('GET /companies/{companyId}/reports/files/{fileId}', file, {
      signal,
    });
    if (state === 'failed') throw new FileFailed(failure ?? '');
    if (state === 'whole' || state === 'cancelled') return state;
    onProgress(progress);
  }
}

type File = { companyId: string; fileId: string };

function startBrowserDownload({ companyId, fileId }: File): void {
  const href = `/api/v1/companies/${companyId}/reports/files/${fileId}/content`;
  Object.assign(document.createElement('a'), { href, download: '' }).click();
}

/** Errors are ignored: the file is cancelled anyway when the browser stops the download. */
const cancel = (file: File): Promise<unknown> =>
  api('DELETE /companies/{companyId}/reports/files/{fileId}', file).catch(() => undefined);

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
