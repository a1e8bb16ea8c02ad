// What the mails that tell of worklogs have in common: the greeting, the way to the right screen, the way out of the mails.

import type { MailKind } from '#domain/emails.ts';
import { m } from '#locales/messages.js';
import type { Config } from '../config/config.ts';
import { asName } from '../mail/displayed.ts';
import type { Letter } from '../mail/letters.ts';
import type { Reader } from './reader.ts';
import { unsubscribeUrl } from './unsubscribe-code.ts';

export type Writer = { reader: Reader; now: Date; config: Pick<Config, 'baseUrl' | 'appSecret'> };

type Words = Pick<Letter, 'subject' | 'preheader' | 'body' | 'groups' | 'button' | 'why'>;

export function letterTo({ reader, config }: Writer, kind: MailKind, words: Words): Letter {
  const { locale } = reader;
  return {
    ...words,
    locale,
    greeting: m.mail_greeting({ name: asName(reader.name) }, { locale }),
    validity: undefined,
    fallback: m.mail_link_fallback({}, { locale }),
    unsubscribe: {
      text: m.mail_unsubscribe_text({}, { locale }),
      label: m.mail_unsubscribe({}, { locale }),
      url: unsubscribeUrl(config, { kind, userId: reader.id }),
    },
    sender: m.mail_sent_automatically({ site: new URL(config.baseUrl).host }, { locale }),
  };
}

/**
 * The address of a page in the company the mail is about, whichever the reader looked at last. It leads through
 * /link-actions, which chooses the company and asks the signed-out to sign in first.
 */
export function pageUrl(
  { reader, config }: Writer,
  path: string,
  query: Record<string, string> | URLSearchParams = {},
): string {
  const search = new URLSearchParams(query).toString();
  const to = search === '' ? path : `${path}?${search}`;
  return `${config.baseUrl}/link-actions?${new URLSearchParams({ mode: 'open', company: reader.company.id, to })}`;
}
