// The headers of every answer. Scripts and styles come from our own files only: no inline ones, no exceptions.

import type { Config } from './config.ts';

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

export const securityHeaders = (config: Config): Record<string, string> => ({
  'content-security-policy': [...policy, ...(config.isHttps ? ['upgrade-insecure-requests'] : [])].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Addresses of e-mailed links hold a one-time code.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  ...(config.isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});
