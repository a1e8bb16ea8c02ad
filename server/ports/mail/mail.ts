// How a finished message leaves the house. A port promises one thing: the message was handed over, or it throws.
// `Undeliverable` means that trying again cannot help; anything else thrown is worth another attempt.
// Errors carry no address, no subject and no link: they end up in the log and in the queue.
import type { Locale } from '#domain/settings.ts';

export type Message = {
  /** One plain address; never a list. */
  to: string;
  locale: Locale;
  subject: string;
  text: string;
  html: string;
  /** With angle brackets. The same for every attempt at one job, so that a second copy can be recognised. */
  messageId: string;
  /** Where a mail program, or the person, ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string;
  attachment?: Attachment;
};

type Attachment = { name: string; type: string; content: Buffer };

export type MailPort = {
  send(message: Message, signal: AbortSignal): Promise<void>;
  /** Lets go of what is kept open between messages. */
  close(): void;
};

export class Undeliverable extends Error {
  /** What the mail server turned down; null where it was not asked. */
  readonly refused: 'address' | 'message' | null;

  constructor(reason: string, refused: 'address' | 'message' | null = null) {
    super(reason);
    this.name = 'Undeliverable';
    this.refused = refused;
  }
}
