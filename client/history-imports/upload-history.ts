// Uploads a file of an import of history. The answer is that it was read, or what only the user knows about it.

import { type ApiInput, type ApiOutput, newIdempotencyKey } from '../api.ts';
import { uploadFile } from '../upload-file.ts';

const route = 'POST /companies/{companyId}/history-imports/files';
type Query = Omit<ApiInput<typeof route>, 'companyId'>;
export type UploadedHistory = ApiOutput<typeof route>;
type UploadOutcome = { uploaded: UploadedHistory } | { failure: string };

export async function uploadHistory(
  companyId: string,
  file: File,
  query: Query,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const answer = await uploadFile(route, { companyId, ...query }, file, {
    idempotencyKey: newIdempotencyKey(),
    signal,
  });
  if (answer.kind === 'output') return { uploaded: answer.output };
  return { failure: answer.kind === 'refusal' ? answer.detail : '' };
}
