// Who may do what: one row per action, one column per role, one scope per cell.
// The same cell determines the 403, the SQL filter (server/request/access.ts) and the button. Rights are defined nowhere else.
// A policy of the company may replace rows: `rowsByPolicy`. Asking for such an action therefore takes the policies as well.
// own: what belongs to me · managed: in a project I manage · managed+own: either · all: in my company · none.

import type { Policies } from './policies.ts';

export const roles = ['company admin', 'manager', 'timesheet approver', 'reviewer', 'worker'] as const;
export type Role = (typeof roles)[number];

export type Scope = 'all' | 'managed+own' | 'managed' | 'own' | 'none';

type Row = readonly [Scope, Scope, Scope, Scope, Scope];
const row = (...cells: Row) => cells;

const matrix = {
  //                       admin   manager    approver  reviewer  worker
  'company.read':      row('all',  'all',     'all',    'all',    'all'),
  'company.update':    row('all',  'none',    'none',   'none',   'none'),
  // Everything at once, receipts and history included.
  'company.export':    row('all',  'none',    'none',   'none',   'none'),
  // Into a company in which there is nothing yet.
  'company.import':    row('all',  'none',    'none',   'none',   'none'),
  'billing.manage':    row('all',  'none',    'none',   'none',   'none'),
  'audit.read':        row('all',  'none',    'none',   'none',   'none'),
  'members.read':      row('all',  'none',    'none',   'none',   'none'),
  'members.update':    row('all',  'none',    'none',   'none',   'none'),
  'workers.read':      row('all',  'managed', 'all',    'all',    'own'),
  'invites.read':      row('all',  'all',     'none',   'none',   'none'),
  'invites.manage':    row('all',  'none',    'none',   'none',   'none'),
  // Worklogs of other tools, for everybody and for any day.
  'history.import':    row('all',  'none',    'none',   'none',   'none'),
  'projects.read':     row('all',  'managed', 'all',    'all',    'own'),
  // Budgets, managers and dates: for those who may open /projects. Names to choose from are projects.read.
  'projects.details':  row('all',  'managed', 'none',   'none',   'none'),
  'projects.create':   row('all',  'none',    'none',   'none',   'none'),
  'projects.update':   row('all',  'managed', 'none',   'none',   'none'),
  // Renaming and deleting; who changes a project may give it a new one.
  'clients.manage':    row('all',  'none',    'none',   'none',   'none'),
  // Renaming, merging and deleting; who submits a worklog may give it a new one.
  'tags.manage':       row('all',  'none',    'none',   'none',   'none'),
  'worklogs.read':     row('all',  'managed', 'all',    'all',    'own'),
  'worklogs.submit':   row('none', 'none',    'none',   'none',   'own'),
  // For others, where a policy allows it.
  'worklogs.enter':    row('none', 'none',    'none',   'none',   'none'),
  'worklogs.decide':   row('all',  'managed', 'all',    'none',   'none'),
  'reports.read':      row('all',  'managed', 'all',    'all',    'own'),
  'reports.breakdown': row('all',  'managed', 'none',   'all',    'none'),
  'reports.save':      row('all',  'own',     'own',    'own',    'own'),
} satisfies Record<string, Row>;

export type Action = keyof typeof matrix;

/** Rows that replace those above in a company that has set the policy to this value. */
const rowsByPolicy = [
  {
    policy: 'loggers',
    value: 'everyone',
    rows: {
      'workers.read':    row('all',  'managed+own', 'all',  'all',    'own'),
      'projects.read':   row('all',  'managed+own', 'all',  'all',    'own'),
      'worklogs.read':   row('all',  'managed+own', 'all',  'all',    'own'),
      'worklogs.submit': row('own',  'own',         'own',  'own',    'own'),
      'reports.read':    row('all',  'managed+own', 'all',  'all',    'own'),
    },
  },
  {
    policy: 'logForOthers',
    value: true,
    rows: { 'worklogs.enter': row('all', 'managed', 'none', 'none', 'none') },
  },
] as const satisfies readonly { policy: keyof Policies; value: unknown; rows: { [Name in Action]?: Row } }[];

type RowsByPolicy = (typeof rowsByPolicy)[number];

/** The policies on which rights depend. */
export type AccessPolicies = Pick<Policies, RowsByPolicy['policy']>;
export const accessPolicyNames = rowsByPolicy.map(({ policy }) => policy);

type KeysOf<T> = T extends unknown ? keyof T : never;
/** Actions whose row depends on no policy. */
export type FixedAction = Exclude<Action, KeysOf<RowsByPolicy['rows']>>;

/** Whose rights: a role, and the policies of the company if the action depends on them. */
export type Holder<A extends Action = Action> = [A] extends [FixedAction]
  ? { role: Role }
  : { role: Role } & AccessPolicies;
type PoliciesFor<A extends Action> = [A] extends [FixedAction] ? [] : [AccessPolicies];

export const actions = Object.keys(matrix).filter((key): key is Action => key in matrix);

/** Actions that no access token may be used for, whatever the rights of its owner. */
const deniedToTokens: readonly Action[] = ['billing.manage', 'company.export', 'company.import'];

export const isAction = (value: string): value is Action => value in matrix;

/** Whether access tokens may be used for the action at all; the rights of the owner apply in addition. */
export const isAllowedForTokens = (action: Action): boolean => !deniedToTokens.includes(action);

/** Whether a scope of a person includes a worklog; `managedBy` are managers of its project. The same as SQL: server/request/access.ts. */
export function includesWorklog(
  scope: Scope,
  { personId, workerId, managedBy }: { personId: string; workerId: string; managedBy: readonly string[] },
): boolean {
  switch (scope) {
    case 'all':
      return true;
    case 'managed+own':
      return managedBy.includes(personId) || workerId === personId;
    case 'managed':
      return managedBy.includes(personId);
    case 'own':
      return workerId === personId;
    case 'none':
      return false;
  }
}

/** Scopes that do not reach the whole company, but projects in it. */
export const isLimitedToProjects = (scope: Scope): boolean => scope === 'managed' || scope === 'managed+own';

/** The scope in which somebody may do `action`. */
export const scopeOf = <A extends Action>(holder: Holder<A>, action: A): Scope =>
  rowOf(action, holder)[roles.indexOf(holder.role)] ?? 'none';

function rowOf(action: Action, policies: Partial<AccessPolicies> & { role?: Role }): Row {
  const replaced = rowsByPolicy.find(({ policy, value, rows }) => action in rows && policies[policy] === value);
  const rows: { [Name in Action]?: Row } = replaced?.rows ?? {};
  return rows[action] ?? matrix[action];
}

/** Whether somebody may do `action` in any scope. */
export const isAllowed = <A extends Action>(holder: Holder<A>, action: A): boolean => scopeOf(holder, action) !== 'none';

/** The roles that may do `action` in any scope. */
export const rolesAllowed = <A extends Action>(action: A, ...policies: PoliciesFor<A>): Role[] =>
  rolesWhere(action, policies, (scope) => scope !== 'none');

/** The roles that a change of policies takes the action from. */
export const rolesLosing = (action: Action, before: AccessPolicies, after: AccessPolicies): Role[] =>
  roles.filter((role) => isAllowed({ ...before, role }, action) && !isAllowed({ ...after, role }, action));

export const rolesWithScope = (action: FixedAction, scope: Scope): Role[] =>
  rolesWhere(action, [], (one) => one === scope);

const rolesWhere = (action: Action, [policies = {}]: Partial<AccessPolicies>[], test: (scope: Scope) => boolean) =>
  roles.filter((_, index) => test(rowOf(action, policies)[index] ?? 'none'));

export const grantedScopes = ['all', 'managed+own', 'managed', 'own'] as const satisfies readonly Scope[];
export type GrantedScope = (typeof grantedScopes)[number];

/** What somebody may do: action → scope. Actions that they may not do are absent. */
export type Grants = { [Granted in Action]?: GrantedScope };

export function grantsOf(holder: Holder): Grants {
  const grants: Grants = {};
  for (const action of actions) {
    const scope = scopeOf(holder, action);
    if (scope !== 'none') grants[action] = scope;
  }
  return grants;
}

export const isRole = (value: string): value is Role => roles.some((role) => role === value);
