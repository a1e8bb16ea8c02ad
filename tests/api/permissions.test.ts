// Every endpoint × every kind of actor. Each request is valid except for one unknown field, which is checked last: allowed
// callers get 422, all others are refused earlier. So the same request is its own positive control.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiPrefix, endpoints } from '#contract/index.ts';
import { isPremium } from '#domain/companies.ts';
import { type Action, actions, isAllowed, type Role, roles, scopeOf } from '#domain/permissions.ts';
import { defaultPolicies } from '#domain/policies.ts';
import {
  fingerprint,
  openTenantsFixture,
  type Principal,
  type TenantsFixture,
  unknownId,
} from '../support/principals.ts';

const table = Object.entries<Endpoint>(endpoints);
const isAction = (can: string): can is Action => actions.some((action) => action === can);

let fixture: TenantsFixture;
beforeAll(async () => {
  fixture = await openTenantsFixture();
});
afterAll(() => fixture.close());

type Target = { id: string; seats: number };

/** An independent copy of the permission matrix. */
function expected(endpoint: Endpoint, who: Principal, target: Target): string {
  if (who.token && !endpoint.forTokens) return 'token.not-allowed';
  if (who.token?.isReadOnly && endpoint.method !== 'GET') return 'token.read-only';
  if (endpoint.can === 'anyone') return 'allowed';
  if (!who.isSignedIn) return 'session.missing';
  if (endpoint.can === 'signed-in') return 'allowed';
  if (!who.isVerified) return 'session.email-not-verified';
  if (!isAction(endpoint.can)) return 'allowed';
  const role = who.roles[target.id];
  if (role === undefined) return 'company.missing';
  if (!endpoint.onFreePlan && !isPremium(target.seats)) return 'plan.premium-required';
  return scopeOf({ ...defaultPolicies, role }, endpoint.can) === 'none' ? 'role.not-allowed' : 'allowed';
}

async function outcome(endpoint: Endpoint, who: Principal, target: Target): Promise<string> {
  const values: Readonly<Record<string, string>> = { companyId: target.id, day: '2026-11-10' };
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? unknownId());
  const isBodyless = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.upload !== undefined;
  const url = `${apiPrefix}${path}${isBodyless ? '?unknownField=1' : ''}`;
  const { status, problem } = await who.actor.send(endpoint.method, url, isBodyless ? undefined : { unknownField: 1 });
  const gotThrough = problem?.errors?.some(
    ({ path: field, code }) => field === 'unknownField' && code === 'field.unknown',
  );
  if (gotThrough) return status === 422 ? 'allowed' : `${status} for an unknown field`;
  const statuses: Record<string, number> = {
    'session.missing': 401,
    'session.email-not-verified': 403,
    'plan.premium-required': 403,
    'role.not-allowed': 403,
    'company.missing': 404,
    'token.not-allowed': 403,
    'token.read-only': 403,
  };
  const code = problem?.code ?? `${status}`;
  return statuses[code] === status ? code : `${status} ${code}`;
}

describe('every endpoint answers every kind of actor according to the matrix', () => {
  let stored: string;
  beforeAll(async () => {
    stored = await fingerprint(fixture.test);
  });

  test.each(table)('%s', async (_, endpoint) => {
    const targets = [
      { id: fixture.a.id, seats: 30 },
      { id: fixture.free.id, seats: 1 },
    ];
    for (const target of endpoint.path.includes('{companyId}') ? targets : targets.slice(0, 1)) {
      const wrong: Record<string, string> = {};
      for (const who of fixture.principals) {
        const is = await outcome(endpoint, who, target);
        const shouldBe = expected(endpoint, who, target);
        if (is !== shouldBe) wrong[who.name] = `${is} instead of ${shouldBe}`;
      }
      expect(wrong).toEqual({});
    }
    // A11: a refused request changes nothing.
    const before = stored;
    stored = await fingerprint(fixture.test);
    expect(stored).toBe(before);
  });

  test('the live stream is authorised like reading the company', async () => {
    for (const who of fixture.principals.filter(({ roles: held }) => held[fixture.a.id] === undefined)) {
      const reply = await who.actor.send('GET', `${apiPrefix}/companies/${fixture.a.id}/live`);
      const shouldBe = !who.isSignedIn ? 401 : who.isVerified ? 404 : 403;
      expect([who.name, reply.status]).toEqual([who.name, shouldBe]);
    }
  });
});

const everyPolicy = { loggers: 'everyone', logForOthers: true } as const;

describe('the matrix', () => {
  test('is the one that was agreed', async () => {
    const columns: readonly Role[] = roles;
    const line = (cells: readonly string[]) =>
      cells
        .map((cell, index) => cell.padEnd(index === 0 ? 64 : 20))
        .join('')
        .trimEnd();
    const tokens = ({ forTokens, method }: Endpoint) => (!forTokens ? 'none' : method === 'GET' ? 'any' : 'full');
    const lineOf = (endpoint: Endpoint) => {
      const { method, path, can, onFreePlan } = endpoint;
      return line([
        `${method} ${path}`,
        isAction(can) ? `${can}` : can,
        onFreePlan || !isAction(can) ? '' : 'premium',
        tokens(endpoint),
        ...(isAction(can) ? columns.map((role) => scopeOf({ ...defaultPolicies, role }, can)) : []),
      ]);
    };
    const heading = line(['endpoint', 'can', 'plan', 'access token', ...columns]);
    const text = [heading, ...table.map(([, endpoint]) => lineOf(endpoint))].join('\n');
    await expect(`${text}\n`).toMatchFileSnapshot('permissions.snap');
  });

  test('gives every action to a role and every role an action', () => {
    for (const action of actions) expect(roles.some((role) => isAllowed({ ...everyPolicy, role }, action))).toBe(true);
    for (const role of roles)
      expect(actions.some((action) => isAllowed({ ...defaultPolicies, role }, action))).toBe(true);
  });

  test('leaves no action without an endpoint, and no company endpoint without an action', () => {
    const used = new Set(table.map(([, { can }]) => can));
    expect(actions.filter((action) => !used.has(action))).toEqual([]);
    const open = table.filter(([, { path, can }]) => path.includes('{companyId}') !== isAction(can));
    expect(open.map(([name]) => name)).toEqual([]);
  });
});
