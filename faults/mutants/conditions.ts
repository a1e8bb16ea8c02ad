// What is left out of the conditions in server/request/access.ts themselves: name, source, and what it becomes.

export const conditions = [
  ['worklogs of all that a manager manages', "managesProject(ctx, sql.ref('w.project_id')),", 'sql<SqlBool>`true`,'],
  [
    'deleted worklogs are excluded',
    "const isNotDeleted = sql<SqlBool>`w.status <> 'deleted'`;",
    'const isNotDeleted = sql<SqlBool>`true`;',
  ],
  [
    'own worklogs',
    "      case 'own':\n        return eb.and([...conditions, isOwn]);",
    "      case 'own':\n        return eb.and(conditions);",
  ],
  ['sums of managed projects', " and ${managesProject(ctx, sql.ref('s.project_id'))})", ')'],
  [
    'managed projects',
    "managesProject(ctx, sql.ref('p.id')),\n            ...(scope === 'managed+own' ? [worksOnProject",
    "sql<SqlBool>`true`,\n            ...(scope === 'managed+own' ? [worksOnProject",
  ],
  ['assigned projects', 'return eb.and([inCompany, worksOnProject(ctx)]);', 'return inCompany;'],
  [
    'workers of managed projects',
    '            worksOnManagedProject(ctx, ctx.person.id),',
    '            sql<SqlBool>`true`,',
  ],
  [
    'workers with worklogs on managed projects',
    "and ${managesProject(ctx, sql.ref('w.project_id'), managerId)})`;",
    ')`;',
  ],
  ['one’s own row among workers', 'return eb.and([inCompany, isSelf]);', 'return inCompany;'],
  [
    'all workers are of a logging role or have a worklog',
    'return eb.and([inCompany, eb.or([isLoggingRole(ctx), hasWorklog(ctx)])]);',
    'return inCompany;',
  ],
  [
    'which actions are delegated',
    "action === 'worklogs.read' || action === 'worklogs.decide' ? ctx.company.standsInFor : []",
    'ctx.company.standsInFor',
  ],
  ['nobody decides their own', '(w.worker_id <> ${userId} and w.entered_by', '(true and w.entered_by'],
  ['nobody decides what they entered', ' and w.entered_by is distinct from ${userId})', ')'],
  [
    'a stand-in reaches the projects of the approver',
    'sql<SqlBool>`true` : manages;',
    'sql<SqlBool>`true` : sql<SqlBool>`true`;',
  ],
  [
    'a manager decides in managed projects only, of all members',
    "'managed')}::text[]) and ${manages})`;",
    "'managed')}::text[]))`;",
  ],
  ['a stand-in sees not the approver', '(m.user_id <> ${approverId} and ${accessible})', '(${accessible})'],
  ['workers of the projects that the approver manages', '(${worksOnManagedProject(ctx, approverId)} or', '(true or'],
  [
    'projects of which one is manager',
    'pm.project_id = ${projectId} and pm.user_id = ${managerId})',
    'pm.project_id = ${projectId})',
  ],
  [
    'projects that one is assigned to',
    'pw.project_id = p.id and pw.user_id = ${ctx.person.id}))',
    'pw.project_id = p.id))',
  ],
] as const;
