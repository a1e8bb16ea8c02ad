import { m } from '#locales/messages.js';

/** Only the rough form; whether the mailbox exists is verified by an email. */
const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

export const emailError = (email: string): { email?: string } =>
  looksLikeEmail(email) ? {} : { email: m.reason_field_invalid_email() };
