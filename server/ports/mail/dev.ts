// Mail without a mail server: kept in the table dev_mail, read at /dev/mail. A second attempt at a message adds nothing.
// Only the last messages stay.
import type { Pool } from 'pg';
import { newId } from '../../ids.ts';
import type { MailPort } from './mail.ts';

const keptMessages = 200;

export function devMail(pool: Pool): MailPort {
  return {
    send: async ({ to, subject, text, html, messageId, attachment }) => {
      await pool.query(
        `insert into dev_mail (id, recipient, subject, text, html, message_id, file_name, file_type, file)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (message_id) do nothing`,
        [newId(), to, subject, text, html, messageId, attachment?.name, attachment?.type, attachment?.content],
      );
      await pool.query(
        'delete from dev_mail where id in (select id from dev_mail order by sent_at desc, id desc offset $1)',
        [keptMessages],
      );
    },
    close: () => undefined,
  };
}
