// The literal parts of the specification, copied by hand, section by section: labels, messages, routes with their flags,
// constants and storage keys. The product must use exactly these in English.

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { roleOptions } from '#client/role-labels.ts';
import { type RouteFlags, sitemap } from '#client/routes.ts';
import { navigationItems } from '#client/shell/navigation-items.ts';
import { hideToast, showToast, toastTimeoutMs, useToast } from '#client/toast.ts';
import { breakpointsPx } from '#client/ui/breakpoints.ts';
import { pageSizes } from '#client/ui/page-size.ts';
import * as fields from '#contract/fields.ts';
import { isPremium, planOf } from '#domain/companies.ts';
import { grantsOf, roles } from '#domain/permissions.ts';
import { defaultPolicies } from '#domain/policies.ts';
import { defaultSettings, locales, themes } from '#domain/settings.ts';
import { readMessages } from './support/messages.ts';
import { filesIn, literal, nameOf, readSources, readText } from './support/sources.ts';

const english = readMessages('en');

const sentences: Record<string, Record<string, string>> = {
  '§1 Navigation': {
    shell_dashboard: 'Dashboard',
    shell_projects: 'Projects',
    shell_approvals: 'Approvals',
    shell_reports: 'Reports',
    shell_worklogs: 'Worklogs',
  },
  '§1 Colour scheme': {
    settings_theme_system: 'System default',
    settings_theme_light: 'Light',
    settings_theme_dark: 'Dark',
  },
  '§2 Titles of routes': {
    route_account_settings: 'Account Settings',
    route_approvals: 'Worklog Approvals',
    route_choose_company: 'Choose Company',
    route_dashboard: 'Dashboard',
    route_join: 'Join the team',
    route_link_actions: 'Link Actions',
    route_login: 'Login',
    route_projects: 'Projects',
    route_edit_project: 'Edit Project',
    route_create_project: 'Create Project',
    route_register: 'Register',
    route_reports: 'Reports',
    route_project_breakdown: 'Project Breakdown',
    route_task_breakdown: 'Task Breakdown',
    route_reset_password: 'Reset password',
    route_settings: 'Settings',
    route_upgrade: 'Upgrade',
    route_users: 'Users',
    route_user_details: 'User Details',
    route_invites: 'Invites',
    route_create_invite: 'Create Invite',
    route_import_user: 'Import User',
    route_verify_email: 'Verify Email',
    route_worklogs: 'Worklogs',
  },
  '§2 Approvals': {
    ui_date_range: 'Date range',
    approvals_project: 'Project',
    approvals_workers: 'Workers',
    approvals_status: 'Status',
    approvals_all: 'All',
    approvals_begin_review: 'Begin review',
    approvals_log_items: 'Log items',
    approvals_total_hours: 'Total work hours',
    approvals_total_hours_hint: 'based on the total duration of timed tasks',
    approvals_total_expenses: 'Total expenses',
    approvals_empty: 'No data to show. You may want to check your filters and try again.',
  },
  '§2 Worklogs': {
    worklogs_projects: 'Projects',
    worklogs_new: 'New Worklog',
    worklogs_view_edit: 'View/Edit Details',
    worklogs_view: 'View Details',
    worklogs_duplicate: 'Duplicate',
  },
  '§2 Worklog form': {
    worklog_add: 'Add Worklog',
    worklog_edit: 'Edit Worklog',
    worklog_details: 'Worklog Details',
    worklog_submitted_at: 'Submitted at',
    worklog_reviewer_notes: 'Reviewer notes',
  },
  '§2 Date range presets': {
    ui_this_week: 'This week',
    ui_this_month: 'This month',
    ui_last_month: 'Last month',
    ui_custom: 'Custom',
  },
  '§2 Settings': {
    settings_appearance: 'Appearance',
    settings_colour_scheme: 'Colour scheme',
    settings_localization: 'Localization',
    settings_language: 'Language',
  },
  '§3 Role options': {
    role_company_admin: 'Company Admin',
    role_manager: 'Project Manager',
    role_worker: 'Worker',
    role_reviewer: 'Reviewer',
    role_timesheet_approver: 'Timesheet Approver',
  },
  '§4 Approval status': {
    status_pending: 'Pending',
    status_approved: 'Approved',
    status_rejected: 'Rejected',
  },
  '§5 Validation rules': {
    reason_field_required: 'This field is required.',
    worklog_invalid_range: 'Invalid Date Range',
    reason_worklog_end_before_start: 'End date must be after start date.',
    reason_field_select_at_least_one: 'Please select at least one.',
    reason_field_not_an_option: 'Please select one.',
    approvals_select_one: 'Please select one.',
    reason_field_invalid_email: 'Invalid email address.',
  },
  '§8 Error catalogue': {
    session_companies_not_fetched: 'Error fetching user-associated companies',
    reason_worklog_conflict:
      "This worklog conflicts with another worklog. Please review the list below and ensure that the date and time you're submitting is accurate.",
  },
};

describe('the sentences', () => {
  test.each(Object.entries(sentences))('%s', (_, wanted) => {
    expect(Object.fromEntries(Object.keys(wanted).map((key) => [key, english[key]]))).toEqual(wanted);
  });
});

const admin = 'company admin';
const signedOut = ['signedOutOnly', 'noAuth', 'noVerify', 'noCompany', 'noPremium'] as const;

/** §2: the flags of the table; a page only for signed-out people skips every step after the first. */
const routeTable: Record<string, [flags: readonly string[], roles: readonly string[] | null, backTo?: string]> = {
  '/': [['noAuth', 'noVerify', 'noCompany', 'noPremium'], null],
  '/account-settings': [[], null],
  '/approvals': [['noBackButton'], [admin, 'manager', 'timesheet approver']],
  '/choose-company': [['requiresAuth', 'noCompany', 'noPremium'], null],
  '/dashboard': [['noBackButton', 'noPremium'], null],
  '/join': [signedOut, null],
  '/link-actions': [['noBackButton', 'noAuth', 'noVerify', 'noCompany', 'noPremium'], null],
  '/login': [signedOut, null],
  '/projects': [
    ['noBackButton', 'noPremium'],
    [admin, 'manager'],
  ],
  '/projects/{id}': [['noPremium'], [admin, 'manager'], '/projects'],
  '/projects/create': [[], [admin], '/projects'],
  '/register': [[...signedOut, 'noBackButton'], null],
  '/reports': [['noBackButton'], null],
  '/reports/projects/{projectId}': [[], [admin, 'manager', 'reviewer'], '/reports'],
  '/reports/projects/{projectId}/tasks/{taskId}': [[], [admin, 'manager', 'reviewer'], '/reports/projects/{projectId}'],
  '/reset-password': [signedOut, null],
  '/settings': [['noPremium'], null],
  '/upgrade': [['noPremium'], [admin]],
  '/users': [['noBackButton'], [admin]],
  '/users/{uid}': [[], [admin], '/users'],
  '/users/invites': [[], [admin, 'manager'], '/users'],
  '/users/invites/create': [[], [admin], '/users/invites'],
  '/users/import': [[], [admin], '/users'],
  '/verify-email': [['noBackButton', 'noAuth', 'noVerify', 'noCompany', 'noPremium'], null],
  '/worklogs': [['noPremium'], ['worker']],
};

describe('the routes', () => {
  const isFlag = ([name, value]: [string, unknown]) => value === true && name !== 'title';

  test('are the 25 of §2, each with its flags, its roles and the target of the back button', () => {
    const built = Object.entries<RouteFlags>(sitemap).map(([path, flags]) => [
      path,
      {
        flags: Object.entries(flags)
          .filter(isFlag)
          .map(([name]) => name)
          .sort(),
        roles: flags.allowedRoles ?? null,
        backTo: flags.backTo,
      },
    ]);
    const wanted = Object.entries(routeTable).map(([path, [flags, itsRoles, backTo]]) => [
      path,
      { flags: [...flags].sort(), roles: itsRoles, backTo },
    ]);
    expect(Object.fromEntries(built)).toEqual(Object.fromEntries(wanted));
    expect(built).toHaveLength(25);
  });

  test('have the layouts that §2 names', () => {
    const named = Object.entries<RouteFlags>(sitemap).map(([path, { layout }]) => [path, layout]);
    expect(Object.fromEntries(named)).toMatchObject({
      '/account-settings': 'inner',
      '/choose-company': 'blank',
      '/dashboard': 'default',
      '/join': 'blank',
      '/link-actions': 'blank',
      '/login': 'blank',
      '/register': 'blank',
      '/reset-password': 'blank',
      '/users': 'default',
      '/verify-email': 'blank',
    });
  });

  test('are in the navigation in the order of §1, for the right roles', () => {
    const navigation = Object.fromEntries(
      roles.map((role) => [
        role,
        navigationItems({ role, isPremium: true, scopes: grantsOf({ ...defaultPolicies, role }) }).map(({ label }) =>
          label(),
        ),
      ]),
    );
    expect(navigation).toEqual({
      'company admin': ['Dashboard', 'Projects', 'Approvals', 'Reports', 'Users'],
      manager: ['Dashboard', 'Projects', 'Approvals', 'Reports'],
      'timesheet approver': ['Dashboard', 'Approvals', 'Reports'],
      reviewer: ['Dashboard', 'Reports'],
      worker: ['Dashboard', 'Reports', 'Worklogs'],
    });
  });
});

describe('the constants', () => {
  test('§9: languages, themes, breakpoints, the plan, the duration of a toast', () => {
    expect(locales).toEqual(['en', 'id']);
    expect(themes).toEqual(['system', 'light', 'dark']);
    expect(defaultSettings).toEqual({ theme: 'light', locale: 'en' });
    expect(Object.values(breakpointsPx)).toEqual([600, 960, 1280, 1920, 2560]);
    expect([1, 2].map(planOf)).toEqual(['Free', 'Premium']);
    expect([isPremium(1), isPremium(2)]).toEqual([false, true]);
    expect(toastTimeoutMs).toBe(5000);
  });

  test('§9: layouts change at the breakpoints and nowhere else, in style sheets, in code and in mails', () => {
    const found = ['client', 'server']
      .flatMap((root) => filesIn(root, /\.(css|tsx?|js|html)$/))
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) => {
        const text = readText(file);
        const queries = [...text.matchAll(/\((min|max)-(?:width|inline-size):\s*([\d.]+)(px|r?em)\)/g)];
        const others = [
          ...text.matchAll(/(?:[iI]nner|client|offset|screen\.|\()[wW]idth\s*[<>]=?\s*[\d.]+|\bauto-fit\b/g),
        ];
        const widths = queries.map(([, bound, width = '', unit]) => {
          const pixels = Number(width) * (unit === 'px' ? 1 : 16);
          return bound === 'max' ? pixels + 1 : pixels;
        });
        return [...widths, ...others.map(([text]) => text)].map((at) => ({ at, file }));
      });
    expect(found.length, 'they are found').toBeGreaterThan(40);
    expect(found.filter(({ at }) => ![600, 960, 1280, 1920, 2560].some((one) => one === at))).toEqual([]);
  });

  test('the page sizes that are offered are those that the API accepts', () => {
    expect(pageSizes).toEqual([10, 25, 50, 100]);
    expect(fields.allowedPageSizes).toEqual(pageSizes);
  });

  test('§3, §4: setting a message displays it, by default with the type info', () => {
    expect(toastNow()).toMatchObject({ message: '', type: 'info', isDisplayed: false });
    showToast('Saved.');
    expect(toastNow()).toMatchObject({ message: 'Saved.', type: 'info', isDisplayed: true });
    hideToast();
    expect(toastNow()).toMatchObject({ isDisplayed: false });
    showToast('Not saved.', { type: 'error' });
    expect(toastNow()).toMatchObject({ message: 'Not saved.', type: 'error', isDisplayed: true });
  });

  test('§3: the role options, in their order, with the stored values', () => {
    expect(roleOptions()).toEqual([
      { value: 'company admin', label: 'Company Admin' },
      { value: 'manager', label: 'Project Manager' },
      { value: 'worker', label: 'Worker' },
      { value: 'reviewer', label: 'Reviewer' },
      { value: 'timesheet approver', label: 'Timesheet Approver' },
    ]);
  });

  test('§3: the browser keeps three keys, a fourth of unsaved settings, a fifth of requests, and a sixth of a hidden hint', () => {
    const client = readSources().filter(({ root, path }) => root === 'client' && !path.includes('.test.'));
    const keys = client.flatMap(({ nodes }) =>
      nodes
        .filter(({ type, callee }) => type === 'CallExpression' && nameOf(callee) === 'createPersistentStore')
        .map((call) => (Array.isArray(call.arguments) ? literal(call.arguments[0]) : null)),
    );
    expect(keys.sort()).toEqual(['app-store', 'auth', 'settings']);
    const writersBy = (word: string) => client.filter(({ text }) => text.includes(word)).map(({ path }) => path);
    expect(writersBy('localStorage'), 'who touches local storage').toEqual(['client/storage.ts']);
    expect(writersBy('writeStored'), 'whose key is its own').toEqual([
      // Removes that of boot.js.
      'client/auth.ts',
      'client/settings/settings-save.ts',
      'client/storage.ts',
      'client/worklogs/unsent/install.ts',
    ]);
  });
});

type Toast = ReturnType<typeof useToast>;

function Reader({ onRead }: { onRead: (toast: Toast) => void }) {
  onRead(useToast());
  return null;
}

/** As a page would render it now. */
function toastNow(): Toast | undefined {
  const read: Toast[] = [];
  renderToStaticMarkup(createElement(Reader, { onRead: (toast) => void read.push(toast) }));
  return read[0];
}
