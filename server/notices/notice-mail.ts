// Common parts of notification mails: greeting, links into the right company, unsubscribe link.

import type { NoticeKind } from '#domain/notice-kinds.ts';
import { m } from '#locales/messages.js';
import type { Config } from '../config/config.ts';
import { cleanName } from '../mail/displayed.ts';
import type { MailContent } from '../mail/mail-content.ts';
import type { NoticeRecipient } from './recipient.ts';
import { unsubscribeUrl } from './unsubscribe-code.ts';

export type NoticeContext = { reader: NoticeRecipient; now: Date; config: Pick<Config, 'baseUrl' | 'appSecret'> };

type Words = Pick<MailContent, 'subject' | 'preheader' | 'body' | 'groups' | 'button' | 'why'>;

export function noticeMail({ reader, config }: NoticeContext, kind: NoticeKind, words: Words): MailContent {
  const { locale } = reader;
  return {
    ...words,
    locale,
    greeting: m.mail_greeting({ name: cleanName(reader.name) }, { locale }),
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
 * The URL of a page in the company that the mail is about, whichever company the reader used last. It goes through
 * /link-actions, which switches to the company and asks signed-out readers to sign in first.
 */
export function pageUrl(
  { reader, config }: NoticeContext,
  path: string,
  query: Record<string, string> | URLSearchParams = {},
): string {
  const search = new URLSearchParams(query).toString();
  const to = search === '' ? path : `${path}?${search}`;
  return `${config.baseUrl}/link-actions?${new URLSearchParams({ mode: 'open', company: reader.company.id, to })}`;
}
