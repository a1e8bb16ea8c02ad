// Notifications on devices (Web Push): whether the installation sends them, as whom, and to push services in its own network.

import { z } from 'zod';
import { splitList } from './values.ts';

const areHosts = (list: string[]): boolean => list.every((host) => URL.parse(`https://${host}`)?.host === host);

const schema = {
  PUSH_NOTIFICATIONS: z.enum(['on', 'off']).optional(),
  PUSH_INTERNAL_HOSTS: z.string().transform(splitList).refine(areHosts).optional(),
};

const pushVariables = {
  PUSH_NOTIFICATIONS: {
    byDefault: 'on',
    means:
      '`off`: no notifications on devices, so that nothing is sent to the push services of browsers: see `docs/operating.md`.',
    mustBe: 'on or off',
  },
  PUSH_INTERNAL_HOSTS: {
    byDefault: 'none',
    means: 'Push services that may have a private address or another port than 443, separated by commas.',
    mustBe: 'names in lower case, with a port unless it is 443, such as push.internal:8443, separated by commas',
  },
} as const;

export type PushConfig = {
  /** Whom push services can write to (RFC 8292): an https address, or mailto. */
  contact: string;
  /** As in URLs: with the port unless it is 443. */
  internalHosts: readonly string[];
};

type Values = z.output<z.ZodObject<typeof schema>>;
type Sender = { baseUrl: URL; mailFrom: string; isDemo: boolean };

/** Undefined if the installation sends none; a demo does not, because everybody signs in as everybody there. */
function of(values: Values, { baseUrl, mailFrom, isDemo }: Sender): { push: PushConfig | undefined } {
  if (isDemo || values.PUSH_NOTIFICATIONS === 'off') return { push: undefined };
  const address = /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom;
  const contact = baseUrl.protocol === 'https:' ? baseUrl.origin : `mailto:${address}`;
  return { push: { contact, internalHosts: values.PUSH_INTERNAL_HOSTS ?? [] } };
}

export const pushSettings = { schema, variables: pushVariables, of };
