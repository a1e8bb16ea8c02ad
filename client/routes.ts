// The sitemap: every path of the product with its title, layout and flags, in the order of the specification.
// The guard, the titles, the back button and the navigation derive from this table.

import type { Action, Role } from '#domain/permissions.ts';
import type { Locale } from '#domain/settings.ts';
import { m } from '#locales/messages.js';

export type RouteFlags = {
  title: (inputs?: Record<string, never>, options?: { locale?: Locale }) => string;
  layout: 'blank' | 'default' | 'inner';
  /** Requires sign-in, even where a flag below would exempt the route. */
  requiresAuth?: true;
  /** Signed-in users are redirected to their destination. */
  signedOutOnly?: true;
  /** Open to the signed-out. */
  noAuth?: true;
  noVerify?: true;
  noCompany?: true;
  noPremium?: true;
  noBackButton?: true;
  /** The roles for which the guard shows the page. */
  allowedRoles?: readonly Role[];
  /** The action that the page is for: navigation shows the page only to people who may do it. */
  can?: Action;
  backTo?: string;
};

export const sitemap = {
  '/': { title: () => 'Daybook', layout: 'blank', noAuth: true, noVerify: true, noCompany: true, noPremium: true },
  '/account-settings': { title: m.route_account_settings, layout: 'inner' },
  '/approvals': {
    title: m.route_approvals,
    layout: 'default',
    noBackButton: true,
    allowedRoles: ['company admin', 'manager', 'timesheet approver'],
    can: 'worklogs.decide',
  },
  '/choose-company': {
    title: m.route_choose_company,
    layout: 'blank',
    requiresAuth: true,
    noCompany: true,
    noPremium: true,
  },
  '/dashboard': { title: m.route_dashboard, layout: 'default', noBackButton: true, noPremium: true },
  '/join': {
    title: m.route_join,
    layout: 'blank',
    signedOutOnly: true,
    noAuth: true,
    noVerify: true,
    noCompany: true,
    noPremium: true,
  },
  '/link-actions': {
    title: m.route_link_actions,
    layout: 'blank',
    noAuth: true,
    noVerify: true,
    noCompany: true,
    noPremium: true,
    noBackButton: true,
  },
  '/login': {
    title: m.route_login,
    layout: 'blank',
    signedOutOnly: true,
    noAuth: true,
    noVerify: true,
    noCompany: true,
    noPremium: true,
  },
  '/projects': {
    title: m.route_projects,
    layout: 'default',
    noBackButton: true,
    allowedRoles: ['company admin', 'manager'],
    can: 'projects.details',
    noPremium: true,
  },
  '/projects/{id}': {
    title: m.route_edit_project,
    layout: 'inner',
    allowedRoles: ['company admin', 'manager'],
    can: 'projects.details',
    noPremium: true,
    backTo: '/projects',
  },
  '/projects/create': {
    title: m.route_create_project,
    layout: 'inner',
    allowedRoles: ['company admin'],
    can: 'projects.create',
    backTo: '/projects',
  },
  '/register': {
    title: m.route_register,
    layout: 'blank',
    signedOutOnly: true,
    noAuth: true,
    noVerify: true,
    noCompany: true,
    noPremium: true,
    noBackButton: true,
  },
  '/reports': { title: m.route_reports, layout: 'default', noBackButton: true },
  '/reports/projects/{projectId}': {
    title: m.route_project_breakdown,
    layout: 'inner',
    allowedRoles: ['company admin', 'manager', 'reviewer'],
    can: 'reports.breakdown',
    backTo: '/reports',
  },
  '/reports/projects/{projectId}/tasks/{taskId}': {
    title: m.route_task_breakdown,
    layout: 'inner',
    allowedRoles: ['company admin', 'manager', 'reviewer'],
    can: 'reports.breakdown',
    backTo: '/reports/projects/{projectId}',
  },
  '/reset-password': {
    title: m.route_reset_password,
    layout: 'blank',
    signedOutOnly: true,
    noAuth: true,
    noVerify: true,
    noCompany: true,
    noPremium: true,
  },
  '/settings': { title: m.route_settings, layout: 'inner', noPremium: true },
  '/upgrade': {
    title: m.route_upgrade,
    layout: 'inner',
    allowedRoles: ['company admin'],
    can: 'billing.manage',
    noPremium: true,
  },
  '/users': {
    title: m.route_users,
    layout: 'default',
    noBackButton: true,
    allowedRoles: ['company admin'],
    can: 'members.read',
  },
  '/users/{uid}': {
    title: m.route_user_details,
    layout: 'inner',
    allowedRoles: ['company admin'],
    can: 'members.read',
    backTo: '/users',
  },
  '/users/import': {
    title: m.route_import_user,
    layout: 'inner',
    allowedRoles: ['company admin'],
    can: 'invites.manage',
    backTo: '/users',
  },
  '/users/invites': {
    title: m.route_invites,
    layout: 'inner',
    allowedRoles: ['company admin', 'manager'],
    can: 'invites.read',
    backTo: '/users',
  },
  '/users/invites/create': {
    title: m.route_create_invite,
    layout: 'inner',
    allowedRoles: ['company admin'],
    can: 'invites.manage',
    backTo: '/users/invites',
  },
  '/verify-email': {
    title: m.route_verify_email,
    layout: 'blank',
    noAuth: true,
    noVerify: true,
    noCompany: true,
    noPremium: true,
    noBackButton: true,
  },
  '/worklogs': {
    title: m.route_worklogs,
    layout: 'inner',
    allowedRoles: ['worker'],
    can: 'worklogs.submit',
    noPremium: true,
  },
} as const satisfies Record<string, RouteFlags>;

export type Path = keyof typeof sitemap;

type ParameterOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;
export type PathParameters<P extends Path> = Record<ParameterOf<P>, string>;

export const paths = Object.keys(sitemap).filter((path): path is Path => path in sitemap);

/** `pathTo('/projects/{id}', { id })`: the only way to build paths, so that a wrong one does not compile. */
export const pathTo = <P extends Path>(
  path: P,
  ...[parameters]: [ParameterOf<P>] extends [never] ? [] : [PathParameters<P>]
): string => fillPath(path, parameters ?? {});

export const fillPath = (path: string, parameters: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));

export const flagsOf = (path: Path): RouteFlags => sitemap[path];
