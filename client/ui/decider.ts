// Who did something, and in whose place.

import { m } from '#locales/messages.js';

/** "Sari Dewi for Budi Hartono" where she stood in for him. */
export const deciderText = (name: string, inPlaceOf: string | null): string =>
  inPlaceOf === null ? name : m.worklog_in_place_of({ name, approver: inPlaceOf });
