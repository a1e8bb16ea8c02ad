// The audit log of a company: every kind of event, one row each. The type, the fields of the API, the allowed words of the table and
// the filter of the page derive from this table. A new kind is a row, a migration that allows its word, and its messages.

type AuditKindRow = {
  /** What happened, and what the fields of the event mean. */
  description: string;
  /** In the history of the company (company_events), which is never shortened. */
  isPermanent?: true;
};

export const auditKinds = {
  'sign-in': { description: 'A member signed in; `to`: how' },
  'member-joined': { description: 'Founded the company or accepted an invite; `to`: the role' },
  'member-activated': { description: 'A former member was reactivated' },
  'member-deactivated': { description: 'A member was deactivated, or closed their account' },
  'role-changed': { description: 'A member got another role' },
  policy: { description: 'A policy was changed; `about`: its name' },
  'company-setting': { description: 'Name, time zone, currency or first day of the week was changed; `about`: which' },
  'lock-date': { description: 'The lock date was moved in the settings', isPermanent: true },
  'payroll-closed': { description: 'A period was closed for payroll, which moves the lock date', isPermanent: true },
  'token-created': { description: 'An access token that gives access to the company was created; `to`: its access' },
  'token-revoked': { description: 'An access token that gave access to the company was revoked; `from`: its access' },
  'report-exported': { description: 'A file was exported; `about`: its table, `from` and `to`: its days' },
  'report-mailed': { description: 'A saved report was mailed to the person who asked for it; fields as of an export' },
  'personal-data-exported': { description: 'A member downloaded everything that is stored about them' },
  seats: { description: 'The number of seats changed' },
  'client-renamed': { description: 'A client was renamed' },
  'client-deleted': { description: 'A client without projects was deleted; `from`: its name' },
  'tag-renamed': { description: 'A tag was renamed' },
  'tag-merged': { description: 'A tag was merged into another one; `from` and `to`: their names' },
  'tag-deleted': { description: 'A tag without worklogs was deleted; `from`: its name' },
  'history-imported': { description: 'Worklogs of another tool were imported; `about`: the files, `to`: how many' },
  'history-undone': { description: 'An import of worklogs was undone; `about`: the files, `from`: how many' },
  'company-imported': {
    description: 'The archive of a company was imported; `about`: its name there, `to`: when the archive was made',
  },
  subscription: { description: 'The state of the subscription changed' },
} as const satisfies Record<string, AuditKindRow>;

export type AuditKind = keyof typeof auditKinds;

type KindsOf<Row> = { [Kind in AuditKind]: (typeof auditKinds)[Kind] extends Row ? Kind : never }[AuditKind];
/** Kinds that the company deletes after a while. */
export type TemporaryAuditKind = Exclude<AuditKind, KindsOf<{ isPermanent: true }>>;

export const auditKindNames = Object.keys(auditKinds).filter((name): name is AuditKind => name in auditKinds);

const isTemporary = (kind: AuditKind): kind is TemporaryAuditKind => !('isPermanent' in auditKinds[kind]);
export const temporaryAuditKinds = auditKindNames.filter(isTemporary);

/** `app-code` and `recovery-code`: the second step after a password or a link. `demo`: chosen from the people of the demo. */
export const signInWays = ['password', 'link', 'passkey', 'app-code', 'recovery-code', 'invite', 'demo'] as const;
export type SignInWay = (typeof signInWays)[number];

export const tokenAccesses = ['read-only', 'read-write'] as const;
export type TokenAccess = (typeof tokenAccesses)[number];

export const tokenAccessOf = ({ isReadOnly }: { isReadOnly: boolean }): TokenAccess =>
  isReadOnly ? 'read-only' : 'read-write';
