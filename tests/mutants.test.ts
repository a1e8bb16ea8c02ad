// The mutants of faults/ are found in the source, so that `npm run mutants` does not end at one of them; those that it leaves out
// cannot be observed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { isAction, roles, type Scope, scopeOf } from '#domain/permissions.ts';
import { policies } from '#domain/policies.ts';
import { conditions } from '#faults/mutants/conditions.ts';
import { predicateMutants } from '#faults/mutants/predicates.ts';
import { unobservable } from '#faults/mutants/unobservable.ts';

test('each condition that a mutant leaves out is in the source once', () => {
  const source = readFileSync(join(import.meta.dirname, '../server/request/access.ts'), 'utf8');
  expect(conditions.filter(([, condition]) => source.split(condition).length !== 2).map(([name]) => name)).toEqual([]);
});

/** The scopes that include everything of a scope. */
const covering: Readonly<Record<Scope, readonly Scope[]>> = {
  all: ['all'],
  'managed+own': ['managed+own', 'all'],
  managed: ['managed', 'managed+own', 'all'],
  own: ['own', 'managed+own', 'all'],
  none: ['none', 'own', 'managed', 'managed+own', 'all'],
};

test.each(unobservable)('nothing limits $id for those who may reach it', ({ id, reachedBy, limits, within }) => {
  const known = predicateMutants(join(import.meta.dirname, '..')).map((mutant) => mutant.id);
  expect(known).toContain(id);
  for (const name of reachedBy) {
    const { can } = endpoints[name];
    for (const role of roles)
      for (const loggers of policies.loggers.options)
        for (const logForOthers of [false, true]) {
          const holder = { role, loggers, logForOthers };
          const mayReach = !isAction(can) || scopeOf(holder, can) !== 'none';
          const widest = within === undefined ? 'all' : scopeOf(holder, within);
          if (mayReach) expect(covering[widest], `${name} by a ${role}`).toContain(scopeOf(holder, limits));
        }
  }
});
