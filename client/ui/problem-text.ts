// The message of an error for the user.

import { m } from '#locales/messages.js';
import { ApiProblem, NetworkError } from '../api.ts';

export function problemText(error: unknown): string {
  if (error instanceof ApiProblem && error.detail !== '') return error.detail;
  if (error instanceof NetworkError) return navigator.onLine ? m.shell_server_unreached() : m.shell_offline();
  return m.reason_server_failed();
}
