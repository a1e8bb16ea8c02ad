// Right-to-left names in left-to-right sentences.
import { expect, test } from 'vitest';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { htmlOf, textOf } from '#server/mail/layout.ts';
import { mailContentOf } from '#server/mail/mail-content.ts';

const isolatedName = (name: string) => `\u2068${name}\u2069`;

test.each(['נועה כהן', 'ليلى حسن', 'Studio نخيل', 'فارس (2)', '𞤀𞤣𞤤𞤢𞤥', 'ﷺ'])('%s is isolated', (name) => {
  expect(isolated(name)).toBe(isolatedName(name));
});

test.each(['Sri Wahyuni', 'Zoë', 'Ковальчук', '陳大文', '🙂', '', '12 (3)'])('"%s" stays as it is', (name) => {
  expect(isolated(name)).toBe(name);
});

test('a sentence isolates names in it, in both languages', () => {
  const inviter = 'נועה כהן';
  const company = 'شركة النخيل';
  for (const locale of ['en', 'id'] as const) {
    const subject = m.mail_invite_subject({ inviter, company }, { locale });
    expect(subject).toContain(isolatedName(inviter));
    expect(subject).toContain(isolatedName(company));
    const plain = m.mail_invite_subject({ inviter: 'Sri Wahyuni', company: 'Karya' }, { locale });
    expect(plain).not.toMatch(/[\u2066-\u2069]/);
  }
});

test('a sentence within a sentence keeps its own direction', () => {
  const inner = m.history_approve({ name: 'נועה' }, { locale: 'en' });
  expect(isolated(inner)).toBe(`\u2068${inner}\u2069`);
});

test('a mail isolates names in its subject, its sentences and the lines of its plain text', () => {
  const params = {
    name: '',
    inviterName: 'נועה כהן',
    inviterEmail: 'noa@example.com',
    companyName: 'شركة النخيل',
    role: 'worker' as const,
    url: 'https://daybook.example/join',
    expiresAt: '2026-11-30T10:00:00Z',
  };
  const content = mailContentOf(
    { to: 'new@example.com', locale: 'en', template: 'invite', params },
    { requestedAt: new Date('2026-11-23T10:00:00Z'), baseUrl: 'https://daybook.example' },
  );
  expect(content.subject).toContain(isolatedName('شركة النخيل'));
  expect(content.body).toContain(`${isolatedName('נועה כהן')} (noa@example.com)`);
  const line = {
    text: 'נועה כהן',
    detail: `${isolated('مشروع')} · 8 h`,
    amount: '3 worklogs',
    url: 'https://daybook.example',
  };
  const groups = [{ title: 'Waiting', quote: 'בצד הצפוני, 12', lines: [line], more: null }];
  const text = textOf({ ...content, groups });
  expect(text).toContain(
    `- ${isolatedName('נועה כהן')}, ${isolatedName(`${isolatedName('مشروع')} · 8 h`)}, 3 worklogs`,
  );
  expect(text).toContain(`“${isolatedName('בצד הצפוני, 12')}”`);
  expect(htmlOf({ ...content, groups })).toMatch(/<p class="quote" dir="auto"[^>]*>בצד הצפוני, 12</);
});
