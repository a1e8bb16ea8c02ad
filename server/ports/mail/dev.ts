// Mail without a mail server: stored in the table dev_mail, shown at /dev/mail. A retry of the same message adds nothing.
// Only the latest messages are kept. Their content is sealed, because links contain one-time codes.
import type { Pool } from 'pg';
import { z } from 'zod';
import { newId } from '../../db/ids.ts';
import { seal, unseal } from '../../secrets/seal.ts';
import type { MailPort } from './mail.ts';

const maxMessages = 200;

const parts = z.object({ text: z.string(), html: z.string() });
type Parts = z.output<typeof parts>;

type CapturedRow = Parts & { messageId: string; sealed: Buffer | null };

export function devMail(pool: Pool, secret: string): MailPort {
  return {
    send: async ({ to, subject, text, html, messageId, attachment }) => {
      const sealed = seal(JSON.stringify({ text, html }), bindingOf(secret, messageId));
      await pool.query(
        `insert into dev_mail (id, recipient, subject, sealed, message_id, file_name, file_type, file)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (message_id) do nothing`,
        [newId(), to, subject, sealed, messageId, attachment?.name, attachment?.type, attachment?.content],
      );
      await pool.query(
        'delete from dev_mail where id in (select id from dev_mail order by sent_at desc, id desc offset $1)',
        [maxMessages],
      );
    },
    close: () => undefined,
  };
}

/** The content of a stored mail. Mails of an earlier release are not sealed; sealed with another APP_SECRET they are unreadable. */
export function partsOfCaptured(secret: string, { sealed, messageId, text, html }: CapturedRow): Parts {
  if (sealed === null) return { text, html };
  const opened = unseal(sealed, bindingOf(secret, messageId));
  return opened === null ? { text: '', html: '' } : parts.parse(JSON.parse(opened));
}

const bindingOf = (secret: string, messageId: string) => ({
  secret,
  purpose: 'daybook captured mail',
  context: messageId,
});
