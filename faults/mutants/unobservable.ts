// Mutants that no request can observe: every endpoint that reaches the condition is allowed only to roles that may access
// everything anyway, or an earlier condition leaves nothing that this one excludes. The conditions stay in the source, because a
// later row of the permission table may differ. They are not tried, and tests/mutants.test.ts fails when one of them can be
// observed.

import type { EndpointName } from '#contract/index.ts';
import type { Action } from '#domain/permissions.ts';

type Unobservable = {
  /** Of a mutant. */
  id: string;
  /** All endpoints that reach the condition. */
  reachedBy: readonly EndpointName[];
  /** The action whose scope the condition applies. */
  limits: Action;
  /** The action whose scope was applied before, to the rows or to their project. */
  within?: Action;
};

export const unobservable: readonly Unobservable[] = [
  {
    id: "server/invites/projects.ts missingProjectRefusal: visibleProjects(ctx, 'projects.read')",
    reachedBy: ['createInvite'],
    limits: 'projects.read',
  },
  {
    id: "server/members/assign-projects.ts lockProjects: visibleProjects(ctx, 'projects.update')",
    reachedBy: ['assignMemberProjects'],
    limits: 'projects.update',
  },
  {
    id: "server/members/details.ts activeProjects: visibleProjects(ctx, 'projects.read')",
    reachedBy: ['getMember', 'assignMemberProjects'],
    limits: 'projects.read',
  },
  {
    id: "server/members/details.ts findPending: visibleWorklogs(ctx, 'worklogs.read')",
    reachedBy: ['getMember', 'assignMemberProjects'],
    limits: 'worklogs.read',
  },
  {
    id: "server/projects/list.ts selectPage: visibleProjects(ctx, 'projects.update')",
    reachedBy: ['listProjects'],
    limits: 'projects.update',
    within: 'projects.details',
  },
  {
    id: "server/projects/overview.ts findPending: visibleWorklogs(ctx, 'worklogs.read')",
    reachedBy: ['getProjectOverview'],
    limits: 'worklogs.read',
    within: 'projects.details',
  },
  {
    id: "server/projects/overview.ts listLatest: visibleWorklogs(ctx, 'worklogs.read')",
    reachedBy: ['getProjectOverview'],
    limits: 'worklogs.read',
    within: 'projects.details',
  },
];
