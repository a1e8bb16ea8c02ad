// The name of a decider, with the approver whom they stood in for.

import { m } from '#locales/messages.js';

/** "Sari Dewi for Budi Hartono" where Sari stood in for Budi. */
export const deciderText = (name: string, onBehalfOf: string | null): string =>
  onBehalfOf === null ? name : m.worklog_in_place_of({ name, approver: onBehalfOf });
