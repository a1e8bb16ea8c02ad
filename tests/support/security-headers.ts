// The headers that every answer on the wire carries, whoever wrote it.

export const headersOfAll = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
] as const;
