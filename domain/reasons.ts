// Every reason for which the product refuses something: a stable code and its kind, nothing else.
// The kind decides the HTTP status (contract/problem.ts); the sentence lives in locales/*.json under `reason_…`.
// Rules return a Refusal or null. They never throw.

export const reasons = {
  // shape of a request
  'request.invalid': 'invalid',
  'request.not-json': 'invalid',
  'request.too-large': 'invalid',
  'request.method-not-allowed': 'method',
  'request.cross-site': 'forbidden',
  'request.throttled': 'throttled',
  'request.idempotency-key-reused': 'invalid',
  'request.in-progress': 'conflict',
  'route.unknown': 'missing',
  'server.failed': 'failed',
  'server.unavailable': 'unavailable',
  // single fields
  'field.required': 'invalid',
  'field.invalid': 'invalid',
  'field.unknown': 'invalid',
  'field.too-long': 'invalid',
  'field.too-short': 'invalid',
  'field.too-small': 'invalid',
  'field.too-large': 'invalid',
  'field.not-an-option': 'invalid',
  'field.invalid-email': 'invalid',
  'field.invalid-date': 'invalid',
  'field.invalid-currency': 'invalid',
  'field.invalid-time-zone': 'invalid',
  'field.not-whole': 'invalid',
  'field.select-at-least-one': 'invalid',
  // who is asking
  'session.missing': 'signed-out',
  'session.wrong-credentials': 'invalid',
  'session.email-not-verified': 'forbidden',
  'session.already-signed-in': 'conflict',
  'link.not-usable': 'invalid',
  'link.wrong-account': 'forbidden',
  'token.not-usable': 'signed-out',
  'token.not-allowed': 'forbidden',
  'token.read-only': 'forbidden',
  'token.too-many': 'conflict',
  'password.too-short': 'invalid',
  'password.too-long': 'invalid',
  'password.common': 'invalid',
  'password.personal': 'invalid',
  'password.wrong': 'invalid',
  'factor.not-pending': 'conflict',
  'factor.wrong-code': 'invalid',
  'factor.code-used': 'invalid',
  'factor.wrong-recovery-code': 'invalid',
  'factor.already-on': 'conflict',
  'factor.not-begun': 'conflict',
  'factor.not-on': 'conflict',
  'passkey.missing': 'missing',
  'passkey.unknown': 'invalid',
  'passkey.not-verified': 'invalid',
  'passkey.already': 'conflict',
  'passkey.too-many': 'conflict',
  'account.last-admin': 'conflict',
  'account.no-password': 'conflict',
  'account.closed': 'conflict',
  // companies, plan and people
  'live.too-many': 'throttled',
  'live.full': 'unavailable',
  'company.missing': 'missing',
  'plan.premium-required': 'forbidden',
  'role.not-allowed': 'forbidden',
  'seats.none-free': 'conflict',
  'seats.below-use': 'conflict',
  'billing.cancel-for-free-plan': 'conflict',
  'billing.change-in-progress': 'conflict',
  'billing.changed-meanwhile': 'conflict',
  'billing.payment-refused': 'conflict',
  'billing.unavailable': 'unavailable',
  'member.missing': 'missing',
  'member.last-admin': 'conflict',
  'member.already': 'conflict',
  'invite.missing': 'missing',
  'invite.already': 'conflict',
  'invite.not-pending': 'conflict',
  // projects and tasks
  'project.missing': 'missing',
  'project.name-taken': 'conflict',
  'project.archived': 'conflict',
  'project.changed-since-seen': 'conflict',
  'project.ends-before-start': 'invalid',
  'project.not-started': 'invalid',
  'project.ended': 'invalid',
  'project.not-assigned': 'forbidden',
  'task.missing': 'missing',
  'task.closed': 'conflict',
  'task.name-taken': 'conflict',
  'task.in-use': 'conflict',
  // worklogs
  'worklog.missing': 'missing',
  'worklog.end-before-start': 'invalid',
  'worklog.too-long': 'invalid',
  'worklog.in-future': 'invalid',
  'worklog.period-locked': 'conflict',
  'worklog.time-required': 'invalid',
  'worklog.amount-required': 'invalid',
  'worklog.time-not-allowed': 'invalid',
  'worklog.time-missing-in-zone': 'invalid',
  'worklog.time-twice-in-zone': 'invalid',
  'worklog.notes-required': 'invalid',
  'worklog.conflict': 'conflict',
  'worklog.not-pending': 'conflict',
  'worklog.not-decided': 'conflict',
  'worklog.locked': 'conflict',
  'worklog.changed-since-seen': 'conflict',
  'worklog.own': 'forbidden',
} as const;

export type ReasonCode = keyof typeof reasons;
export type ReasonKind = (typeof reasons)[ReasonCode];

/** Why something is refused. `path` names the field, `params` fill the sentence, `extra` travels to the client beside it. */
export type Refusal = {
  code: ReasonCode;
  path?: string;
  params?: Record<string, string | number>;
  extra?: Record<string, unknown>;
};

export const refuse = (code: ReasonCode, rest: Omit<Refusal, 'code'> = {}): Refusal => ({ code, ...rest });
