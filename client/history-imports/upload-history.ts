// Uploads a file of an import of history. The answer is that it was read, or what only the user knows about it.

import { getLocale } from '#locales/runtime.js';
import type { ApiInput, ApiOutput } from '../api.ts';
import { newIdempotencyKey } from '../api.ts';
import { isRecord } from '../storage.ts';

type Route = 'POST /companies/{companyId}/history-imports/files';
type Query = Omit<ApiInput<Route>, 'companyId'>;
export type UploadedHistory = ApiOutput<Route>;
type UploadOutcome = { uploaded: UploadedHistory } | { failure: string };

/** The body is the file itself, which the typed client does not send. */
export async function uploadHistory(companyId: string, file: File, query: Query): Promise<UploadOutcome> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const headers = { 'accept-language': getLocale(), 'idempotency-key': newIdempotencyKey() };
  try {
    const response = await fetch(`/api/v1/companies/${companyId}/history-imports/files?${search}`, {
      method: 'POST',
      headers,
      body: file,
    });
    const body: unknown = await response.json();
    if (isUploaded(body)) return { uploaded: body };
    return { failure: isRecord(body) && typeof body.detail === 'string' ? body.detail : '' };
  } catch {
    return { failure: '' };
  }
}

const isUploaded = (body: unknown): body is UploadedHistory => isRecord(body) && typeof body.outcome === 'string';
