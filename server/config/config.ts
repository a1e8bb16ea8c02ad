// All configuration: one table of environment variables, validated together. The README's table is checked against it.
// Pure: only server/secrets/app-secret.ts accesses the disk. An empty variable counts as not set.
// HOST defaults to the loopback address: a new installation uses plain http and lets anyone register, so making it reachable
// from the network is a decision of its operator (HOST=0.0.0.0, or better a proxy with https).
import { resolve } from 'node:path';
import { z } from 'zod';
import { type BackupConfig, backups } from './backups.ts';
import { type DemoConfig, demo } from './demo.ts';
import { hasDevMailbox } from './local-only.ts';
import {
  citusContradictions,
  type DatabaseConfig,
  databaseOf,
  providerContradictions,
  receipts,
  type S3Config,
  type StripeConfig,
  stripeOf,
} from './providers.ts';
import { type PushConfig, pushSettings } from './push.ts';
import { type RegistrationConfig, registration } from './registration.ts';
import { type ServingConfig, servingContradictions, servingOf, servingSchema, servingVariables } from './serving.ts';
import { claimsTokens, type TokenConfig } from './tokens.ts';
import { areAddresses, hasHost, hasProtocol, isOrigin, matching, splitList, wholeNumber } from './values.ts';

const environments = ['development', 'production', 'test'] as const;
const distributions = ['none', 'citus'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const schema = z.object({
  ...servingSchema,
  DATA_DIR: z
    .string()
    .refine((path) => !path.includes('\0'))
    .optional(),
  DATABASE_URL: z.string().refine(hasProtocol('postgres:', 'postgresql:')).optional(),
  DATABASE_DIRECT_URL: z.string().refine(hasProtocol('postgres:', 'postgresql:')).optional(),
  DATABASE_REPLICA_URL: z.string().refine(hasProtocol('postgres:', 'postgresql:')).optional(),
  DATABASE_DISTRIBUTION: z.enum(distributions).optional(),
  SMTP_URL: z.string().refine(hasProtocol('smtp:', 'smtps:')).refine(hasHost).optional(),
  SMTP_PER_SECOND: wholeNumber(1, 1000).optional(),
  MAIL_FROM: matching(/^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/),
  NODE_ENV: z.enum(environments).optional(),
  LOG_LEVEL: z.enum(logLevels).optional(),
  TRUST_PROXY: z.union([wholeNumber(0, 16), z.string().transform(splitList).refine(areAddresses)]).optional(),
  APP_SECRET: z.string().min(32).optional(),
  PASSWORD_MIN_LENGTH: wholeNumber(10, 128).optional(),
  ...registration.schema,
  STRIPE_SECRET_KEY: matching(/^(sk|rk)_\w+$/),
  STRIPE_WEBHOOK_SECRET: matching(/^whsec_\S+$/),
  STRIPE_PRICE_ID: matching(/^price_\w+$/),
  STRIPE_API_URL: z.string().refine(isOrigin).optional(),
  ...receipts.schema,
  ...backups.schema,
  ...pushSettings.schema,
  ...claimsTokens.schema,
  ...demo.schema,
});

type Variable = {
  /** The default as printed in the README. */
  byDefault: string;
  means: string;
  /** Completes "NAME must be …". */
  mustBe: string;
  /** The value is never printed. */
  secret?: true;
};

const postgresUrl = 'an address such as postgres://user:password@host:5432/daybook';

/** The documented table: one row for every variable the product reads, in the README's order. */
export const variables = {
  ...servingVariables,
  DATA_DIR: {
    byDefault: './data',
    means: 'Folder of the embedded database, the receipts and the generated secret.',
    mustBe: 'the path of a folder',
  },
  DATABASE_URL: {
    byDefault: 'none',
    means: 'A PostgreSQL (15 or newer) to use instead of the embedded one.',
    mustBe: postgresUrl,
    secret: true,
  },
  DATABASE_DIRECT_URL: {
    byDefault: 'DATABASE_URL',
    means: 'The same database without a connection pooler, for migrations, jobs and live updates.',
    mustBe: postgresUrl,
    secret: true,
  },
  DATABASE_REPLICA_URL: {
    byDefault: 'none',
    means: 'A streaming replica of that database, from which reports are read: see `docs/operating.md`.',
    mustBe: postgresUrl,
    secret: true,
  },
  DATABASE_DISTRIBUTION: {
    byDefault: 'none',
    means:
      '`citus` distributes the tables of companies over the nodes of Citus, which is not complete yet: see `docs/scale.md`.',
    mustBe: distributions.join(' or '),
  },
  SMTP_URL: {
    byDefault: 'none',
    means:
      'Mail server. Without one, emails can be read at `/dev/mail` outside production, on this machine only; elsewhere they wait.',
    mustBe: 'an address such as smtps://user:password@mail.example.com:465',
    secret: true,
  },
  SMTP_PER_SECOND: {
    byDefault: 'no limit',
    means: 'Maximum number of emails that the mail server accepts per second.',
    mustBe: 'a whole number from 1 to 1000',
  },
  MAIL_FROM: {
    byDefault: 'Daybook <daybook@BASE_URL’s host>',
    means: 'Sender of emails.',
    mustBe: 'an email address, or a name and an address such as Daybook <daybook@example.com>',
  },
  NODE_ENV: {
    byDefault: 'development',
    means: '`production` hides `/dev/mail` and the demo.',
    mustBe: environments.join(', ').replace(/, (\w+)$/, ' or $1'),
  },
  LOG_LEVEL: {
    byDefault: 'info in production, else warn',
    means: 'Least important log line to print.',
    mustBe: `one of ${logLevels.join(', ')}`,
  },
  TRUST_PROXY: {
    byDefault: 'none',
    means: 'Proxies whose X-Forwarded headers are believed: their number, or their addresses separated by commas.',
    mustBe: 'a number of proxies from 0 to 16, or addresses such as 10.0.0.0/8 separated by commas',
  },
  APP_SECRET: {
    byDefault: 'generated once, kept in DATA_DIR',
    means: 'Key for signatures, the same on every server of one installation.',
    mustBe: 'at least 32 characters long',
    secret: true,
  },
  PASSWORD_MIN_LENGTH: {
    byDefault: '10',
    means: 'Minimum length of passwords, in characters.',
    mustBe: 'a whole number from 10 to 128',
  },
  ...registration.variables,
  STRIPE_SECRET_KEY: {
    byDefault: 'none',
    means: 'Seats are paid for through Stripe: see `docs/operating.md`. Without it they are active at once and free.',
    mustBe: 'a secret or restricted key of Stripe, which begins with sk_ or rk_',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    byDefault: 'none',
    means: 'Signing secret of the endpoint that Stripe sends its events to.',
    mustBe: 'a signing secret of Stripe, which begins with whsec_',
    secret: true,
  },
  STRIPE_PRICE_ID: {
    byDefault: 'none',
    means: 'Recurring price of one seat.',
    mustBe: 'the id of a price at Stripe, which begins with price_',
  },
  STRIPE_API_URL: {
    byDefault: 'https://api.stripe.com',
    means: 'Another URL of Stripe’s API, for tests.',
    mustBe: 'a web address without a path, such as http://localhost:12111',
  },
  ...receipts.variables,
  ...backups.variables,
  ...pushSettings.variables,
  ...claimsTokens.variables,
  ...demo.variables,
} as const satisfies Record<keyof z.input<typeof schema>, Variable>;

export type Config = RegistrationConfig &
  DemoConfig &
  ServingConfig &
  TokenConfig & {
    port: number;
    host: string;
    /** An origin: no path, no slash at the end. */
    baseUrl: string;
    isHttps: boolean;
    allowedHosts: readonly string[];
    dataDir: string;
    database: DatabaseConfig | undefined;
    smtpUrl: string | undefined;
    smtpPerSecond: number | null;
    mailFrom: string;
    environment: (typeof environments)[number];
    logLevel: (typeof logLevels)[number];
    /** In the form Fastify expects. */
    trustProxy: false | number | string[];
    appSecret: string;
    passwordMinLength: number;
    stripe: StripeConfig | undefined;
    receiptsS3: S3Config | undefined;
    /** Undefined if backups are off. */
    backup: BackupConfig | undefined;
    /** What belongs to the backup of a PostgreSQL of the operator; undefined if no place is named for it. */
    filesBackup: BackupConfig | undefined;
    /** Undefined if notifications on devices are off. */
    push: PushConfig | undefined;
  };

/** The configuration before a missing secret is generated. */
export type ReadConfig = Omit<Config, 'appSecret'> & { appSecret: string | undefined };

export type ConfigReading = { config: ReadConfig; warnings: string[] } | { problems: string[] };

export function readConfig(environment: Readonly<Record<string, string | undefined>>): ConfigReading {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const invalid = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    return {
      problems: variableNames.filter((name) => invalid.has(name)).map((name) => problemText(name, given[name])),
    };
  }
  const config = complete(parsed.data);
  const problems = contradictions(config, parsed.data);
  return problems.length > 0
    ? { problems }
    : { config, warnings: [...warnings(config), ...backups.warnings(parsed.data)] };
}

const variableNames = schema.keyof().options;

function complete(values: z.output<typeof schema>): ReadConfig {
  const port = values.PORT ?? 3000;
  const baseUrl = new URL(values.BASE_URL ?? `http://localhost:${port}`);
  const environment = values.NODE_ENV ?? 'development';
  const mailFrom = values.MAIL_FROM ?? `Daybook <daybook@${baseUrl.hostname}>`;
  return {
    port,
    host: values.HOST ?? '127.0.0.1',
    baseUrl: baseUrl.origin,
    isHttps: baseUrl.protocol === 'https:',
    allowedHosts: (values.ALLOWED_HOSTS ?? []).map((name) => name.toLowerCase()),
    dataDir: resolve(values.DATA_DIR ?? './data'),
    database: databaseOf(values),
    smtpUrl: values.SMTP_URL,
    smtpPerSecond: values.SMTP_PER_SECOND ?? null,
    mailFrom,
    environment,
    logLevel: values.LOG_LEVEL ?? (environment === 'production' ? 'info' : 'warn'),
    trustProxy: values.TRUST_PROXY === undefined || values.TRUST_PROXY === 0 ? false : values.TRUST_PROXY,
    appSecret: values.APP_SECRET,
    passwordMinLength: values.PASSWORD_MIN_LENGTH ?? 10,
    ...registration.of(values),
    stripe: stripeOf(values),
    receiptsS3: receipts.of(values),
    backup: backups.of(values, resolve(values.DATA_DIR ?? './data')),
    filesBackup: backups.ofFiles(values),
    ...pushSettings.of(values, { baseUrl, mailFrom, ...demo.of(values) }),
    ...claimsTokens.of(values, baseUrl.origin),
    ...servingOf(values),
    ...demo.of(values),
  };
}

function problemText(name: keyof typeof variables, value: unknown): string {
  const row: Variable = variables[name];
  return `${name} must be ${row.mustBe}${row.secret ? '' : `, but it is "${value}"`}.`;
}

function contradictions(config: ReadConfig, values: z.output<typeof schema>): string[] {
  const found = [
    ...servingContradictions(values),
    ...providerContradictions(values),
    ...backups.contradictions(values),
    ...demo.contradictions(config),
  ];
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (values[name] !== undefined && config.database === undefined)
      found.push(`${name} must come with DATABASE_URL, which is not set.`);
  if (values.DATABASE_DISTRIBUTION === 'citus') found.push(...citusContradictions(values));
  return found;
}

type Judged = Parameters<typeof hasDevMailbox>[0] & { isHttps: boolean };

/** About a configuration that is valid, but insecure or incomplete. */
function warnings(config: Judged): string[] {
  const found: string[] = [];
  if (config.environment === 'production' && !config.isHttps)
    found.push('BASE_URL does not begin with https: passwords and cookies travel unencrypted.');
  if (config.smtpUrl === undefined && !hasDevMailbox(config))
    found.push('SMTP_URL is not set: nobody will receive an email.');
  return found;
}
