import { m } from '#locales/messages.js';

/** Something, an @ and something: whether the mailbox exists only the email itself can tell. */
const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

export const emailRefusal = (email: string): { email?: string } =>
  looksLikeEmail(email) ? {} : { email: m.reason_field_invalid_email() };
