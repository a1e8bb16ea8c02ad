// Every endpoint with ids that the caller may not use: of another company, of a part of their own company that they may not see,
// or of nothing. All must get exactly the response for an unknown id, byte for byte, and nothing may change or be published.
// Cases A01, A02, A04, A06, A07, A08, A09, A11, A15, A45 of docs/attack-cases.md.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiPrefix, type EndpointName, endpoints } from '#contract/index.ts';
import { type Action, actions, scopeOf } from '#domain/permissions.ts';
import { defaultPolicies } from '#domain/policies.ts';
import type { Actor, Reply } from '../support/app.ts';
import { addTestPasskey } from '../support/authenticator.ts';
import { hiddenIdsOf, type Ids, idsOf } from '../support/ids.ts';
import {
  accessTokenActor,
  fingerprint,
  openTenantsFixture,
  type TenantsFixture,
  unknownId,
} from '../support/principals.ts';
import { aSubscription } from '../support/push.ts';
import { requestFor, requests, type TestRequest } from '../support/requests.ts';
import { watchStatements } from '../support/statements.ts';

const isName = (name: string): name is EndpointName => name in endpoints;
const isAction = (can: string): can is Action => actions.some((action) => action === can);
const table = Object.entries<Endpoint>(endpoints);

let fixture: TenantsFixture;
let secrets: string[];

/** Endpoints that a policy opens have callers too. */
const policies = { ...defaultPolicies, logForOthers: true };

beforeAll(async () => {
  fixture = await openTenantsFixture();
  await fixture.test.superuser.query('update companies set log_for_others = $1', [policies.logForOthers]);
  secrets = ['Borealis', 'borealis', fixture.b.admin.email, fixture.b.worker.email, fixture.b.colleague.email];
});
afterAll(() => fixture.close());

const send = (actor: Actor, { method, url, body }: TestRequest) => actor.send(method, url, body);

/** The statements too: a response that needs one more statement takes longer. */
async function probe(actor: Actor, call: TestRequest) {
  const { result, statements } = await watchStatements(() => send(actor, call));
  return { ...result, statements };
}

const responseAndStatements = (reply: Awaited<ReturnType<typeof probe>>, sent: string): string =>
  `${responseText(reply, sent)}\n${reply.statements.join('\n').replace(waitingForPlace, '').replace(onOneCore, '')}`;

/** Authorises the caller of a report that must wait for a free slot; it depends on timing and is therefore ignored. */
const waitingForPlace = /^begin[^\n]*\nselect open_request[^\n]*\ncommit\n/;

/** Sent while another company is active, which depends on timing too. */
const onOneCore = /select set_local\('max_parallel_workers_per_gather', '0'\)\n/;

/** The response without what must differ: the request id and the id that was sent. */
function responseText({ status, text, headers }: Reply<unknown>, sent: string): string {
  const type = String(headers['content-type']);
  return `${status} ${type} ${text.replaceAll(sent, '‹id›').replaceAll(/"requestId":"[^"]+"/g, '"requestId":"‹request›"')}`;
}

/** They answer each id of a list, so an unknown one is refused in its result. */
const withResults: ReadonlySet<EndpointName> = new Set([
  'decideWorklogs',
  'changeTags',
  'checkInviteResends',
  'resendInvites',
  'revokeInvites',
  'checkRoleChanges',
  'changeRoles',
]);

/** The ids that an endpoint accepts. */
function idsTakenBy(name: EndpointName): (keyof Ids)[] {
  const marked = Object.fromEntries(Object.keys(idsOf(fixture.a)).map((key) => [key, `‹${key}›`]));
  const text = JSON.stringify(requests[name]({ ...idsOf(fixture.a), ...marked }));
  return Object.keys(idsOf(fixture.a)).filter(
    (key): key is keyof Ids => key in idsOf(fixture.a) && text.includes(`‹${key}›`),
  );
}

type Caller = { name: string; actor: Actor; isLimited: boolean };

/** Members of A who may call the endpoint, and the admin of A who is also a worker in B and must not see more of B for that. */
function callers({ can }: Endpoint): Caller[] {
  const { admin, manager, approver, reviewer, worker } = fixture.a;
  if (!isAction(can)) return can === 'anyone' ? [] : [{ name: 'admin', actor: admin, isLimited: false }];
  const staff = [
    { name: 'cross', role: 'company admin', actor: fixture.cross },
    { name: 'admin', role: 'company admin', actor: admin },
    { name: 'manager', role: 'manager', actor: manager },
    { name: 'approver', role: 'timesheet approver', actor: approver },
    { name: 'reviewer', role: 'reviewer', actor: reviewer },
    { name: 'worker', role: 'worker', actor: worker },
  ] as const;
  return staff
    .filter(({ role }) => scopeOf({ ...policies, role }, can) !== 'none')
    .map(({ name, role, actor }) => ({
      name,
      actor,
      isLimited: ['managed', 'own'].includes(scopeOf({ ...policies, role }, can)),
    }));
}

const openToManagers = new Set<EndpointName>(['updateProject', 'listEnterablePeople', 'enterWorklogs']);

const withIds = table.filter(([name]) => isName(name) && JSON.stringify(requests[name](emptyIds())).includes('‹'));

function emptyIds(): Ids {
  const mark = '‹›';
  return {
    companyId: mark,
    projectId: mark,
    timedTaskId: mark,
    expenseTaskId: mark,
    worklogId: mark,
    receiptId: mark,
    newReceiptId: mark,
    workerId: mark,
    managerId: mark,
    inviteId: mark,
    ownInviteId: mark,
    importId: mark,
    sessionId: mark,
    passkeyId: mark,
    deviceId: mark,
    tokenId: mark,
    timerId: mark,
    standInId: mark,
    reportId: mark,
    fileId: mark,
    clientId: mark,
    tagId: mark,
    otherTagId: mark,
    historyImportId: mark,
  };
}

describe('ids of another company are treated as unknown', () => {
  let passkeyId: string;
  let deviceId: string;
  /** In A, belonging only to its admin `cross`. */
  let ofCross: Partial<Ids>;
  let stored: string;
  beforeAll(async () => {
    ({ passkeyId } = await addTestPasskey(fixture.b.admin, fixture.test.config.baseUrl));
    deviceId = await deviceOf(fixture.b.admin);
    ofCross = await ownThingsOf(fixture.cross);
    stored = await fingerprint(fixture.test);
  });

  async function ownThingsOf(owner: Actor): Promise<Partial<Ids>> {
    const { id: companyId, approver } = fixture.a;
    const file = await owner.ok('POST /companies/{companyId}/reports/files', {
      companyId,
      of: 'worklogs',
      format: 'csv',
    });
    const standIn = await owner.ok('POST /companies/{companyId}/stand-ins', {
      companyId,
      userId: approver.userId,
      fromDay: '2191-01-01',
      toDay: '2191-01-05',
    });
    const report = await owner.ok('POST /companies/{companyId}/saved-reports', {
      companyId,
      name: 'Private report',
      view: 'breakdown',
      range: 'last-month',
      filter: {},
      isShared: false,
    });
    return {
      fileId: file.id,
      standInId: standIn.id,
      reportId: report.id,
      sessionId: await sessionOf(owner),
      deviceId: await deviceOf(owner),
      passkeyId: (await addTestPasskey(owner, fixture.test.config.baseUrl)).passkeyId,
      tokenId: (await accessTokenActor(owner)).tokenId,
    };
  }

  test.each(withIds)('%s (A01 A02 A04 A06 A07 A11 A45)', async (name, endpoint) => {
    if (!isName(name)) throw new Error(name);
    for (const caller of callers(endpoint)) {
      // A member of both companies may name either in the path; within one, ids of the other are unknown.
      for (const key of idsTakenBy(name).filter((one) => caller.name !== 'cross' || one !== 'companyId')) {
        const own = { ...idsOf(fixture.a), sessionId: await sessionOf(caller.actor) };
        const unknown = unknownId();
        const nobody = await probe(caller.actor, requestFor(name, endpoint, { ...own, [key]: unknown }));
        const where = `${caller.name}, ${key}`;
        // Filters and lists may find nothing; everything else must be refused as missing. Some have a result for each id.
        const hasResults = withResults.has(name) || (name === 'enterWorklogs' && key === 'workerId');
        if (endpoint.method !== 'GET' && !hasResults) expect([where, nobody.status]).toEqual([where, 404]);
        const foreign = { ...idsOf(fixture.b), sessionId: await sessionOf(fixture.b.admin), passkeyId, deviceId }[key];
        const answer = await probe(caller.actor, requestFor(name, endpoint, { ...own, [key]: foreign }));
        expect([where, responseAndStatements(answer, foreign)]).toEqual([
          where,
          responseAndStatements(nobody, unknown),
        ]);
        const hidden = hiddenIdsOf(fixture.a)[key];
        // A manager may assign any worker of the company to their projects, and enter worklogs for everybody who may log there.
        const isOpen = openToManagers.has(name) && key === 'workerId';
        if (caller.isLimited && hidden !== own[key] && !isOpen) {
          const unseen = await probe(caller.actor, requestFor(name, endpoint, { ...own, [key]: hidden }));
          expect([`${where}, hidden`, responseAndStatements(unseen, hidden)]).toEqual([
            `${where}, hidden`,
            responseAndStatements(nobody, unknown),
          ]);
        }
        const another = ofCross[key];
        if (another !== undefined && caller.name !== 'cross') {
          const anothers = await probe(caller.actor, requestFor(name, endpoint, { ...own, [key]: another }));
          expect([`${where}, a colleague’s`, responseAndStatements(anothers, another)]).toEqual([
            `${where}, a colleague’s`,
            responseAndStatements(nobody, unknown),
          ]);
        }
        for (const malformed of ['not-an-id', '0', `${unknown}'--`, '%00']) {
          const { status } = await send(caller.actor, requestFor(name, endpoint, { ...own, [key]: malformed }));
          expect([`${where}, ${malformed}`, [404, 422].includes(status)]).toEqual([`${where}, ${malformed}`, true]);
        }
        for (const secret of secrets) expect(answer.text + JSON.stringify(answer.headers)).not.toContain(secret);
      }
    }
    const before = stored;
    stored = await fingerprint(fixture.test);
    expect(changesOf(name, stored)).toBe(changesOf(name, before));
  });

  /** A file is in the audit log of the company of its path, whatever its filter matched. */
  const changesOf = (name: string, tables: string): string =>
    name === 'getReportFile' || name === 'exportCompany' ? tables.replace(/^audit_events .*$/m, '') : tables;

  async function sessionOf(actor: Actor): Promise<string> {
    const { sessions } = await actor.ok('GET /account/sessions', {});
    return sessions[0]?.id ?? '';
  }

  async function deviceOf(actor: Actor): Promise<string> {
    const { devices } = await actor.ok('POST /account/push/devices', aSubscription());
    return devices[0]?.id ?? '';
  }

  test('A06: a child of another parent is not found through the caller’s own parent', async () => {
    const { a, b } = fixture;
    const parents = { companyId: a.id, projectId: a.project.id };
    const ask = (taskId: string) =>
      a.admin.call('GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}', {
        ...parents,
        taskId,
        from: '2026-11-01',
        to: '2026-11-30',
      });
    expect((await ask(a.project.timedTaskId)).status).toBe(200);
    const sister = a.otherProject.timedTaskId;
    const foreign = b.project.timedTaskId;
    const nobody = unknownId();
    const answers = await Promise.all([sister, foreign, nobody].map(async (id) => responseText(await ask(id), id)));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^404 /);
    const retask = (id: string) =>
      a.admin.codeOf('PATCH /companies/{companyId}/projects/{projectId}', {
        ...parents,
        version: 1,
        tasks: [{ id, name: 'Taken over', kind: 'timed' }],
      });
    expect(await retask(a.otherProject.timedTaskId)).toBe('task.missing');
  });

  test('A02 A15: totals, counts and rows with a foreign or hidden id in the filter are those of an unknown one', async () => {
    const { a, b } = fixture;
    const totals = async (actor: Actor, projectIds: string[]) =>
      (await actor.ok('GET /companies/{companyId}/worklogs', { companyId: a.id, projectIds })).totals;
    expect((await totals(a.worker, [a.project.id])).items).toBeGreaterThan(0);
    expect((await totals(a.admin, [a.hidden.projectId])).items).toBe(1);
    for (const actor of [a.worker, a.manager])
      for (const id of [a.hidden.projectId, b.project.id, unknownId()])
        expect((await totals(actor, [id])).items).toBe(0);
    const mixed = await totals(a.admin, [a.project.id, b.project.id, b.hidden.projectId]);
    expect(mixed).toEqual(await totals(a.admin, [a.project.id]));
  });
});

describe('no endpoint reveals anything of another company', () => {
  /** A prepared file belongs to one person and can be fetched once. */
  const ownIds = async (name: EndpointName, actor: Actor): Promise<Ids> => {
    const ids = idsOf(fixture.a);
    if (!idsTakenBy(name).includes('fileId')) return ids;
    const wanted = { companyId: ids.companyId, of: 'worklogs', format: 'csv' } as const;
    const { id } = await actor.ok('POST /companies/{companyId}/reports/files', wanted);
    return { ...ids, fileId: id };
  };

  test.each(table.filter(([, { method, can }]) => method === 'GET' && isAction(can)))('%s', async (name, endpoint) => {
    if (!isName(name)) throw new Error(name);
    for (const { name: who, actor } of callers(endpoint)) {
      const answer = await send(actor, requestFor(name, endpoint, await ownIds(name, actor)));
      // Positive control: the same request with the caller's own ids succeeds.
      expect([who, answer.status]).toEqual([who, 200]);
      for (const secret of [
        ...secrets,
        fixture.b.id,
        fixture.b.project.id,
        fixture.b.worklogId,
        fixture.b.worker.userId,
      ])
        expect(answer.text).not.toContain(secret);
    }
  });

  test('a member of two companies sees each only under its own path', async () => {
    const { cross, a, b } = fixture;
    const session = await cross.ok('GET /session', {});
    expect(session.roles).toEqual({ [a.id]: 'company admin', [b.id]: 'worker' });
    expect((await cross.send('GET', `${apiPrefix}/companies/${a.id}/projects`)).text).not.toContain('Borealis');
    expect((await cross.send('GET', `${apiPrefix}/companies/${b.id}/projects`)).text).not.toContain('Aurora');
    expect(await cross.codeOf('GET /companies/{companyId}/members', { companyId: b.id })).toBe('role.not-allowed');
  });

  test('no email to one company contains data of the other', async () => {
    const people = [
      fixture.a.admin,
      fixture.a.manager,
      fixture.a.worker,
      fixture.a.approver,
      fixture.a.reviewer,
      fixture.a.colleague,
    ];
    const theirs = (await Promise.all(people.map(({ email }) => fixture.test.mailsTo(email)))).flat();
    expect(theirs.length).toBeGreaterThanOrEqual(people.length);
    for (const mail of theirs) expect(JSON.stringify(mail)).not.toMatch(/borealis/i);
  });
});

const refusalsOfOwn: Partial<Record<EndpointName, string>> = {
  dismissWorklog: 'worklog.not-dismissible',
  deleteClient: 'client.in-use',
  deleteTag: 'tag.in-use',
  // The requests before it began a check, which is a job.
  runHistoryImport: 'history-import.not-now',
  undoHistoryImport: 'history-import.not-now',
  discardHistoryImport: 'history-import.not-now',
  checkArchive: 'archive.not-empty',
  importArchive: 'archive.not-empty',
};

// Last, because it changes the company: the positive control of every refusal above.
test('the same mutations with the caller’s own ids succeed, and leave the other company unchanged', async () => {
  const before = await fingerprint(fixture.test, fixture.b.id);
  for (const [name, endpoint] of table.filter(([, { method, can }]) => method !== 'GET' && isAction(can))) {
    if (!isName(name)) throw new Error(name);
    const own = idsOf(fixture.a);
    // The worklog itself has been withdrawn before.
    const isLater = name === 'decideWorklogs' || name === 'copyWorklogs' || name === 'dismissWorklog';
    const ids = isLater ? { ...own, worklogId: fixture.a.expenseId } : own;
    const actor = callers(endpoint).find((caller) => caller.name !== 'cross')?.actor ?? fixture.a.admin;
    await beginAgain(fixture.a);
    const answer = await send(actor, requestFor(name, endpoint, ids));
    // The worklog is pending and cannot be dismissed, the client has a project, the tag a worklog, and the company much; these refusals show that the own id was accepted.
    const accepting = refusalsOfOwn[name];
    if (accepting) {
      expect(answer.problem?.code).toBe(accepting);
      continue;
    }
    expect([name, answer.status, answer.problem?.code]).toEqual([name, answer.body === null ? 204 : 200, undefined]);
    if (name === 'decideWorklogs' || name === 'enterWorklogs' || name === 'changeTags')
      expect(answer.text).toContain('"code":null');
  }
  expect(await fingerprint(fixture.test, fixture.b.id)).toBe(before);
});

/** Both stopping and discarding end a timer, so each request needs its own. */
const beginAgain = ({ id, worker, timerId, project }: TenantsFixture['a']) =>
  fixture.test.superuser.query(
    `insert into timers (company_id, user_id, id, task_id, zone) values ($1, $2, $3, $4, 'Asia/Jakarta')
     on conflict (company_id, user_id) do update set id = excluded.id, version = 1`,
    [id, worker.userId, timerId, project.timedTaskId],
  );
