import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ensureAppSecret } from '../secrets/app-secret.ts';
import { readConfig, variables } from './config.ts';

function configOf(environment: Record<string, string>) {
  const reading = readConfig(environment);
  if ('problems' in reading) throw new Error(reading.problems.join(' '));
  return reading.config;
}

function problemsOf(environment: Record<string, string>): string[] {
  const reading = readConfig(environment);
  return 'problems' in reading ? reading.problems : [];
}

describe('without any variable', () => {
  test('the product serves this machine only, with an embedded database under ./data', () => {
    expect(configOf({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:3000',
      isHttps: false,
      dataDir: join(process.cwd(), 'data'),
      database: undefined,
      smtpUrl: undefined,
      smtpPerSecond: null,
      mailFrom: 'Daybook <daybook@localhost>',
      environment: 'development',
      logLevel: 'warn',
      trustProxy: false,
      appSecret: undefined,
      passwordMinLength: 10,
      registration: 'open',
      newCompanyInvites: 20,
      isDemo: false,
      demoLanguage: 'en',
    });
  });

  test('an empty variable counts as not set', () => {
    const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, '']));
    expect(configOf(empty)).toEqual(configOf({}));
  });
});

describe('a valid value', () => {
  test.each([
    [{ PORT: '8080' }, { port: 8080, baseUrl: 'http://localhost:8080' }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ ALLOWED_HOSTS: 'Daybook.internal, other' }, { allowedHosts: ['daybook.internal', 'other'] }],
    [{ SHUTDOWN_GRACE_MS: '0' }, { shutdownGraceMs: 0 }],
    [{ METRICS_PORT: '9464' }, { metrics: { port: 9464, host: '127.0.0.1' } }],
    [{ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, { metrics: { port: 9464, host: '0.0.0.0' } }],
    [
      { BASE_URL: 'https://time.example.com/' },
      { baseUrl: 'https://time.example.com', isHttps: true, mailFrom: 'Daybook <daybook@time.example.com>' },
    ],
    [{ DATABASE_URL: 'postgres://a:b@db/x' }, { database: { url: 'postgres://a:b@db/x' } }],
    [
      { DATABASE_URL: 'postgresql://pooler/x', DATABASE_DIRECT_URL: 'postgresql://db/x' },
      { database: { url: 'postgresql://pooler/x', directUrl: 'postgresql://db/x' } },
    ],
    [
      { DATABASE_URL: 'postgres://db/x', DATABASE_REPLICA_URL: 'postgres://copy/x' },
      { database: { url: 'postgres://db/x', replicaUrl: 'postgres://copy/x' } },
    ],
    [
      { DATABASE_URL: 'postgres://db/x', DATABASE_DISTRIBUTION: 'citus' },
      { database: { url: 'postgres://db/x', distribution: 'citus' } },
    ],
    [{ SMTP_URL: 'smtps://u:p@mail:465' }, { smtpUrl: 'smtps://u:p@mail:465' }],
    [{ SMTP_PER_SECOND: '14' }, { smtpPerSecond: 14 }],
    [{ MAIL_FROM: 'Daybook <time@example.com>' }, { mailFrom: 'Daybook <time@example.com>' }],
    [{ MAIL_FROM: 'time@example.com' }, { mailFrom: 'time@example.com' }],
    [{ NODE_ENV: 'production' }, { environment: 'production', logLevel: 'info' }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ TRUST_PROXY: '0' }, { trustProxy: false }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
    [{ APP_SECRET: 'x'.repeat(32) }, { appSecret: 'x'.repeat(32) }],
    [{ PASSWORD_MIN_LENGTH: '15' }, { passwordMinLength: 15 }],
    [
      { REGISTRATION: 'invited', NEW_COMPANY_INVITES: '5' },
      { registration: 'invited', newCompanyInvites: 5 },
    ],
    [
      { TOKEN_SYNC_URL: 'https://sync.example.com/session' },
      { tokenSyncUrl: 'https://sync.example.com/session', tokenAudience: 'http://localhost:3000' },
    ],
    [{ TOKEN_SYNC_URL: 'http://127.0.0.1:9000/' }, { tokenSyncUrl: 'http://127.0.0.1:9000/' }],
    [{ TOKEN_AUDIENCE: 'payroll' }, { tokenAudience: 'payroll', tokenSyncUrl: undefined }],
    [
      { DAYBOOK_DEMO: '1', DAYBOOK_DEMO_LANGUAGE: 'id' },
      { isDemo: true, demoLanguage: 'id' },
    ],
  ])('%j is accepted', (environment, expected) => {
    expect(configOf(environment)).toMatchObject(expected);
  });
});

describe('an invalid value', () => {
  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['RECEIPTS_S3_URL', 'https://s3.example.com'],
    ['RECEIPTS_S3_URL', 'https://key:secret@s3.example.com/bucket'],
    ['RECEIPTS_S3_URL', 'bucket'],
    ['RECEIPTS_S3_REGION', 'EU Central'],
    ['RECEIPTS_S3_KEY_ID', 'a b'],
    ['TOKEN_SYNC_URL', 'http://sync.example.com/'],
    ['TOKEN_SYNC_URL', 'https://user:word@sync.example.com/'],
    ['TOKEN_SYNC_URL', 'sync.example.com'],
    ['TOKEN_AUDIENCE', 'pay roll'],
    ['HOST', 'http://x'],
    ['ALLOWED_HOSTS', 'http://x'],
    ['ALLOWED_HOSTS', '*'],
    ['SHUTDOWN_GRACE_MS', '-1'],
    ['BASE_URL', 'example.com'],
    ['BASE_URL', 'https://example.com/daybook'],
    ['BASE_URL', 'ftp://example.com'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_PER_SECOND', '0'],
    ['MAIL_FROM', 'Daybook'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
    ['NODE_ENV', 'prod'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/40'],
    ['TRUST_PROXY', '17'],
    ['APP_SECRET', 'short'],
    ['PASSWORD_MIN_LENGTH', '9'],
    ['PASSWORD_MIN_LENGTH', '129'],
    ['REGISTRATION', 'off'],
    ['NEW_COMPANY_INVITES', '0'],
    ['STRIPE_SECRET_KEY', 'pk_test_public'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_test_x'],
    ['STRIPE_PRICE_ID', 'prod_x'],
    ['STRIPE_API_URL', 'localhost:12111'],
    ['DAYBOOK_DEMO', 'yes'],
    ['DAYBOOK_DEMO_LANGUAGE', 'de'],
  ])('%s=%s gives one message that names the variable', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} must be .+\\.$`, 's'));
  });

  test('all invalid variables are reported at once, in the order of the table', () => {
    expect(problemsOf({ NODE_ENV: 'prod', PORT: 'x', HOST: 'localhost' })).toEqual([
      'PORT must be a port number from 1 to 65535, but it is "x".',
      'NODE_ENV must be development, production or test, but it is "prod".',
    ]);
  });

  test('a secret is never printed', () => {
    expect(problemsOf({ APP_SECRET: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@db' }).join()).not.toContain('hunter2');
  });

  test('the variables of Stripe must be set together or not at all', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', STRIPE_PRICE_ID: 'price_x' };
    expect(configOf(keys).stripe).toEqual({
      secretKey: 'sk_live_x',
      webhookSecret: 'whsec_x',
      priceId: 'price_x',
      apiUrl: undefined,
    });
    expect(configOf({}).stripe).toBeUndefined();
    expect(problemsOf({ ...keys, STRIPE_PRICE_ID: '' })).toEqual([
      'Payment through Stripe needs STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID, but STRIPE_PRICE_ID is not set.',
    ]);
    expect(problemsOf({ STRIPE_API_URL: 'http://localhost:12111' })).toHaveLength(1);
  });

  test('the variables of a bucket for receipts must be set together or not at all', () => {
    const keys = {
      RECEIPTS_S3_URL: 'https://s3.example.com/bucket',
      RECEIPTS_S3_KEY_ID: 'id',
      RECEIPTS_S3_SECRET: 'x',
    };
    const bucket = { url: keys.RECEIPTS_S3_URL, keyId: 'id', secret: 'x' };
    expect(configOf(keys).receiptsS3).toEqual({ ...bucket, region: 'us-east-1' });
    expect(configOf({ ...keys, RECEIPTS_S3_REGION: 'eu-west-1' }).receiptsS3?.region).toBe('eu-west-1');
    expect(configOf({}).receiptsS3).toBeUndefined();
    expect(problemsOf({ ...keys, RECEIPTS_S3_SECRET: '' })).toEqual([
      'Receipts in a bucket need RECEIPTS_S3_URL, RECEIPTS_S3_KEY_ID, RECEIPTS_S3_SECRET, but RECEIPTS_S3_SECRET is not set.',
    ]);
    expect(problemsOf({ RECEIPTS_S3_REGION: 'eu-west-1' })).toHaveLength(1);
  });

  test('variables that contradict each other are refused', () => {
    expect(problemsOf({ DATABASE_DIRECT_URL: 'postgres://db/x' })).toHaveLength(1);
    expect(problemsOf({ DATABASE_REPLICA_URL: 'postgres://db/x' })).toHaveLength(1);
    const citus = { DATABASE_DISTRIBUTION: 'citus' };
    expect(problemsOf(citus)).toEqual(['DATABASE_DISTRIBUTION=citus must come with DATABASE_URL, which is not set.']);
    expect(problemsOf({ ...citus, DATABASE_URL: 'postgres://db/x' })).toEqual([]);
    expect(
      problemsOf({ ...citus, DATABASE_URL: 'postgres://db/x', DATABASE_REPLICA_URL: 'postgres://copy/x' }),
    ).toEqual(['DATABASE_DISTRIBUTION=citus and DATABASE_REPLICA_URL must not be set together.']);
    expect(problemsOf({ METRICS_HOST: '0.0.0.0' })).toHaveLength(1);
    expect(problemsOf({ METRICS_PORT: '3000' })).toHaveLength(1);
    expect(problemsOf({ METRICS_PORT: '3000', PORT: '4000' })).toHaveLength(0);
    expect(problemsOf({ DAYBOOK_DEMO: '1', NODE_ENV: 'production' })).toHaveLength(1);
    expect(problemsOf({ DAYBOOK_DEMO: '1', HOST: '0.0.0.0' })).toHaveLength(1);
    expect(problemsOf({ DAYBOOK_DEMO: '1', BASE_URL: 'https://time.example.com' })).toHaveLength(1);
    expect(problemsOf({ DAYBOOK_DEMO: '1', NODE_ENV: 'development', HOST: '::1' })).toHaveLength(0);
  });
});

test.each([
  [{ HOST: '0.0.0.0' }, 1],
  [{ BASE_URL: 'https://time.example.com' }, 1],
  [{ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example.com' }, 0],
  [{ HOST: '::1' }, 0],
  [{}, 0],
])('%o outside production brings %i warning that nobody receives an email', (environment, count) => {
  const reading = readConfig(environment);
  expect('warnings' in reading && reading.warnings.filter((warning) => warning.includes('SMTP_URL'))).toHaveLength(
    count,
  );
});

test('production without https or a mail server starts, with a warning for each', () => {
  const reading = readConfig({ NODE_ENV: 'production' });
  expect('warnings' in reading && reading.warnings.map((warning) => warning.split(' ')[0])).toEqual([
    'BASE_URL',
    'SMTP_URL',
  ]);
});

test('a daily restore drill of encrypted backups is not carried out, with a warning', () => {
  const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
  const reading = readConfig({ BACKUP_DRILL: '1', BACKUP_RECIPIENT: recipient });
  expect('config' in reading && reading.config.backup?.drill).toBe(false);
  expect('warnings' in reading && reading.warnings).toEqual([expect.stringContaining('BACKUP_RECIPIENT')]);
  expect(readConfig({ BACKUP_RECIPIENT: recipient })).toMatchObject({ warnings: [] });
});

test('a generated secret is stored for the next start, readable only by its owner', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'daybook-config-'));
  try {
    const config = configOf({ DATA_DIR: dataDir });
    const first = ensureAppSecret(config);
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(ensureAppSecret(config)).toBe(first);
    expect(statSync(join(dataDir, 'app-secret')).mode & 0o777).toBe(0o600);
    expect(ensureAppSecret({ ...config, appSecret: 'y'.repeat(40) })).toBe('y'.repeat(40));
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
