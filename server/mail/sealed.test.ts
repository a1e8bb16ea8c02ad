import { expect, test } from 'vitest';
import type { Mail } from './payload.ts';
import { sealMailJob, unsealMailJob } from './sealed.ts';

const config = { appSecret: 'a secret of the tests, long enough' };
const mail: Mail = {
  template: 'sign-in-link',
  to: 'ayu@example.test',
  locale: 'en',
  params: { url: 'https://daybook.example/link-actions?mode=signIn&code=a-secret-code' },
};

test('a sealed job shows its recipient, and decrypts to the original', () => {
  const sealed = sealMailJob(config, mail);
  expect(sealed).toMatchObject({ template: mail.template, to: mail.to, locale: mail.locale });
  expect(JSON.stringify(sealed)).not.toContain('daybook.example');
  expect(unsealMailJob(config, sealed)).toEqual(mail);
});

test('a job of an earlier release is not sealed and is used unchanged', () => {
  expect(unsealMailJob(config, mail)).toBe(mail);
});

test('a job with a modified address or template, or sealed with another secret, cannot be decrypted', () => {
  const sealed = sealMailJob(config, mail);
  for (const changed of [{ to: 'thief@example.test' }, { template: 'reset-password' }])
    expect(() => unsealMailJob(config, { ...sealed, ...changed })).toThrow('APP_SECRET');
  expect(() => unsealMailJob({ appSecret: 'another secret of the tests' }, sealed)).toThrow('APP_SECRET');
});
