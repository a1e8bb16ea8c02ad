// What a response says about an entry that was sent: whether to try again later, or that a rule refuses it.

import { ApiProblem } from '../../api.ts';
import type { UnsentEntry } from './entry.ts';
import { sendingStates } from './queue.ts';

/** Nobody else who has signed in meanwhile becomes its author. */
export const asEntryAuthor = ({ personId }: Pick<UnsentEntry, 'personId'>) => ({
  personId,
  signal: sendingStates.end.signal,
});

export const isCode = (error: unknown, code: string): boolean => error instanceof ApiProblem && error.code === code;

/** The session has ended, the server is busy, or it still works on the same request. */
export const isTemporary = ({ status, code }: ApiProblem): boolean =>
  status === 401 || status === 429 || status >= 500 || waitingCodes.includes(code);

const waitingCodes: readonly string[] = ['request.in-progress', 'request.changed-meanwhile'];

/** A rule refuses what was entered, so nothing of it was stored. After other refusals that is unknown. */
export const isAboutEntry = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  !isTemporary(error) &&
  /^(worklog|timer|task|project|field|receipt)\./.test(error.code);

/** The server's own sentence, or none. */
export const refusalOf = (code: string, detail: string): ApiProblem =>
  new ApiProblem({ type: 'about:blank', title: '', status: 422, code, detail, requestId: '' });
