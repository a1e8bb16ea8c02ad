// The headers of every answer. Scripts and styles come from our own files only: no inline ones, no exceptions. Requests go
// to us alone, and to where the operator wants the claims token to be handed to, if anywhere.

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

/** A script, style or font loads nothing when it is opened by itself. Shorter than that of a document, as there are many. */
export const assetPolicy = "default-src 'none'; frame-ancestors 'none'";

export const securityHeaders = (config: Config): Record<string, string> => ({
  'content-security-policy': policyOf(config).join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Addresses of emailed links hold a one-time code.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  ...(config.isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});
