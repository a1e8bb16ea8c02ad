// The sample company that anyone may sign in to: never in production, and only where nobody else can connect.

import { z } from 'zod';
import { type Locale, locales } from '#domain/settings.ts';
import { isLocalOnly } from './local-only.ts';

const schema = {
  DAYBOOK_DEMO: z.enum(['0', '1']).optional(),
  DAYBOOK_DEMO_LANGUAGE: z.enum(locales).optional(),
};

const demoVariables = {
  DAYBOOK_DEMO: {
    byDefault: '0',
    means:
      '`1` fills an empty database with a sample company and lets anyone sign in as its people. Not in production.',
    mustBe: '0 or 1',
  },
  DAYBOOK_DEMO_LANGUAGE: {
    byDefault: 'en',
    means:
      'Language of the texts of the sample company, and of its people: `en` or `id`. `npm run demo` sets it from `LANG`.',
    mustBe: 'en or id',
  },
} as const;

export type DemoConfig = { isDemo: boolean; demoLanguage: Locale };

type Values = { DAYBOOK_DEMO?: '0' | '1' | undefined; DAYBOOK_DEMO_LANGUAGE?: Locale | undefined };

const of = ({ DAYBOOK_DEMO, DAYBOOK_DEMO_LANGUAGE }: Values): DemoConfig => ({
  isDemo: DAYBOOK_DEMO === '1',
  demoLanguage: DAYBOOK_DEMO_LANGUAGE ?? 'en',
});

type Reachable = Parameters<typeof isLocalOnly>[0];

function contradictions(config: DemoConfig & Reachable & { environment: string }): string[] {
  if (!config.isDemo) return [];
  const found = [];
  if (config.environment === 'production')
    found.push('DAYBOOK_DEMO must be 0 when NODE_ENV is production: the demo lets anyone sign in.');
  if (!isLocalOnly(config))
    found.push(
      'DAYBOOK_DEMO must be 0 unless HOST and BASE_URL lead to this machine only: the demo lets anyone sign in.',
    );
  return found;
}

export const demo = { schema, variables: demoVariables, of, contradictions };
