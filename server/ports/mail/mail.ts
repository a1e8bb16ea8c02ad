// The interface for sending mail. `send` hands the message over to the mail server or throws.
// `Undeliverable` means that a retry cannot help; after any other error the mail is retried.
// Errors contain no address, subject or link, because they end up in the log and in the queue.
import type { Locale } from '#domain/settings.ts';

export type Message = {
  /** One plain address; never a list. */
  to: string;
  locale: Locale;
  subject: string;
  text: string;
  html: string;
  /** With angle brackets. The same for every attempt of a job, so that a second copy is recognisable. */
  messageId: string;
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribeUrl?: string;
  attachment?: Attachment;
};

type Attachment = { name: string; type: string; content: Buffer };

export type MailPort = {
  send(message: Message, signal: AbortSignal): Promise<void>;
  /** Closes pooled connections. */
  close(): void;
};

export class Undeliverable extends Error {
  /** What the mail server refused; null if it was not reached. */
  readonly refused: 'address' | 'message' | null;

  constructor(reason: string, refused: 'address' | 'message' | null = null) {
    super(reason);
    this.name = 'Undeliverable';
    this.refused = refused;
  }
}
