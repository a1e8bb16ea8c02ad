// Security headers of every response. Scripts and styles may come only from our own files, no inline ones. Requests go only to
// us, and to TOKEN_SYNC_URL if the operator has set it.

import type { Config } from '../config/config.ts';

const policyOf = ({ tokenSyncUrl, isHttps }: Config): string[] => [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  ["connect-src 'self'", ...(tokenSyncUrl === undefined ? [] : [new URL(tokenSyncUrl).origin])].join(' '),
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  ...(isHttps ? ['upgrade-insecure-requests'] : []),
];

/** For scripts, styles and fonts, which load nothing by themselves. Short, because there are many. */
export const assetPolicy = "default-src 'none'; frame-ancestors 'none'";

export const securityHeaders = (config: Config): Record<string, string> => ({
  'content-security-policy': policyOf(config).join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // The URLs of emailed links contain a one-time code.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  ...(config.isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});
