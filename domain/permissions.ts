// Who may do what: one row per action, one column per role, one scope per cell.
// The same cell determines the 403, the SQL filter (server/request/access.ts) and the button. Rights are defined nowhere else.
// own: what belongs to me · managed: in a project I manage · all: in my company · none.

export const roles = ['company admin', 'manager', 'timesheet approver', 'reviewer', 'worker'] as const;
export type Role = (typeof roles)[number];

export type Scope = 'all' | 'managed' | 'own' | 'none';

const row = (...cells: readonly [Scope, Scope, Scope, Scope, Scope]) => cells;

const matrix = {
  //                       admin   manager    approver  reviewer  worker
  'company.read':      row('all',  'all',     'all',    'all',    'all'),
  'company.update':    row('all',  'none',    'none',   'none',   'none'),
  'billing.manage':    row('all',  'none',    'none',   'none',   'none'),
  'members.read':      row('all',  'none',    'none',   'none',   'none'),
  'members.update':    row('all',  'none',    'none',   'none',   'none'),
  'workers.read':      row('all',  'managed', 'all',    'all',    'own'),
  'invites.read':      row('all',  'all',     'none',   'none',   'none'),
  'invites.manage':    row('all',  'none',    'none',   'none',   'none'),
  'projects.read':     row('all',  'managed', 'all',    'all',    'own'),
  // Budgets, managers and dates: for those who may open /projects. Names to choose from are projects.read.
  'projects.details':  row('all',  'managed', 'none',   'none',   'none'),
  'projects.create':   row('all',  'none',    'none',   'none',   'none'),
  'projects.update':   row('all',  'managed', 'none',   'none',   'none'),
  'worklogs.read':     row('all',  'managed', 'all',    'all',    'own'),
  'worklogs.submit':   row('none', 'none',    'none',   'none',   'own'),
  'worklogs.decide':   row('all',  'managed', 'all',    'none',   'none'),
  'reports.read':      row('all',  'managed', 'all',    'all',    'own'),
  'reports.breakdown': row('all',  'managed', 'none',   'all',    'none'),
  'reports.save':      row('all',  'own',     'own',    'own',    'own'),
} satisfies Record<string, readonly [Scope, Scope, Scope, Scope, Scope]>;

export type Action = keyof typeof matrix;

export const actions = Object.keys(matrix).filter((key): key is Action => key in matrix);

/** Actions that no access token may be used for, whatever the rights of its owner. */
const deniedToTokens: readonly Action[] = ['billing.manage'];

export const isAction = (value: string): value is Action => value in matrix;

/** Whether access tokens may be used for the action at all; the rights of the owner apply in addition. */
export const isAllowedForTokens = (action: Action): boolean => !deniedToTokens.includes(action);

/** The scope in which `role` may do `action`. */
export const scopeOf = (role: Role, action: Action): Scope => matrix[action][roles.indexOf(role)] ?? 'none';

/** Whether `role` may do `action` in any scope. */
export const isAllowed = (role: Role, action: Action): boolean => scopeOf(role, action) !== 'none';

/** The roles that may do `action` in any scope. */
export const rolesAllowed = (action: Action): Role[] => roles.filter((role) => isAllowed(role, action));

export const rolesWithScope = (action: Action, scope: Scope): Role[] =>
  roles.filter((role) => scopeOf(role, action) === scope);

export const grantedScopes = ['all', 'managed', 'own'] as const;
export type GrantedScope = (typeof grantedScopes)[number];

/** What a role may do: action → scope. Actions that it may not do are absent. */
export type Grants = { [Granted in Action]?: GrantedScope };

export function grantsOf(role: Role): Grants {
  const grants: Grants = {};
  for (const action of actions) {
    const scope = scopeOf(role, action);
    if (scope !== 'none') grants[action] = scope;
  }
  return grants;
}

export const isRole = (value: string): value is Role => roles.some((role) => role === value);
