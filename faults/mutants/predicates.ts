// Each condition that limits a query to what the caller may access, left out: at every place where it is used, then in itself.
// The company and deleted worklogs stay excluded, because row-level security and other conditions exclude them too.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { always, relatedTests } from '../../scripts/related-tests.js';
import { conditions } from './conditions.ts';
import { apiTests, type Mutant, numbered } from './mutant.ts';

const call =
  /visible(?<what>Worklogs|Projects|Workers|Sums)\((?<viewer>ctx|viewer)(?:, (?:action|'[a-z.]+'))?\)|isNeitherOwnNorEntered\((?:ctx\.person\.id|sql\.ref\('[a-z_.]+'\))\)|managedProjects\(ctx\)/g;
const access = 'server/request/access.ts';

const unlimited: Readonly<Record<string, (viewer: string) => string>> = {
  Worklogs: (viewer) =>
    `((eb) => eb.and([eb('w.companyId', '=', ${viewer}.company.id), eb('w.status', '<>', 'deleted')]))`,
  Projects: (viewer) => `((eb) => eb('p.companyId', '=', ${viewer}.company.id))`,
  Workers: (viewer) => `((eb) => eb('m.companyId', '=', ${viewer}.company.id))`,
  Sums: (viewer) => `sql\`s.company_id = \${${viewer}.company.id}\``,
};
/** Mostly they wait: for providers, kills and mails that are retried. */
const slow = [
  'mail-delivery',
  'notices-kills',
  'saved-reports-kills',
  'imports-delivery',
  'slow-uploads',
  'sign-in-flood',
];

const nothing = '((eb) => eb.lit(true))';

export function predicateMutants(root: string): Mutant[] {
  const tests = readdirSync(`${root}/tests/api`).filter((name) => name.endsWith('.test.ts'));
  const files = readdirSync(`${root}/server`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
  return [
    ...files.filter((file) => file !== access).flatMap((file) => usesIn(root, file, tests)),
    ...conditions.map(([name, from, to]) => ({
      id: `${access}: ${name}`,
      kind: 'predicates' as const,
      edits: [{ file: access, from, to }],
      stages: [
        apiTests('visibility', 'stand-ins', 'members', 'worklogs-for-others', 'notices-pending-work'),
        broad,
        allApi(tests),
      ],
    })),
  ];
}

function usesIn(root: string, file: string, tests: readonly string[]): Mutant[] {
  const text = readFileSync(`${root}/${file}`, 'utf8');
  const related = relatedTests([file], [...tests]).map((name: string) => name.replace('.test.ts', ''));
  const feature = file.split('/')[1] ?? '';
  const own = related.filter((name: string) => name === feature || !always.includes(name));
  const quick = own.filter((name: string) => !slow.includes(name));
  const nameOf = numbered();
  return [...text.matchAll(call)].map((found) => {
    const { what, viewer = 'ctx' } = found.groups ?? {};
    const from = text.slice(Math.max(0, found.index - 400), found.index) + found[0];
    const to =
      what === undefined
        ? found[0].startsWith('isNeither')
          ? 'sql`true`'
          : nothing
        : (unlimited[what]?.(viewer) ?? nothing);
    return {
      id: nameOf(`${file} ${functionAround(text, found.index)}: ${found[0]}`),
      kind: 'predicates' as const,
      edits: [{ file, from, to: from.slice(0, -found[0].length) + to }],
      stages: [apiTests(...quick), apiTests('visibility', ...own), broad, allApi(tests)],
    };
  });
}

/** The last function or constant that begins at the start of a line. */
function functionAround(text: string, index: number): string {
  const declaration = /^(?:export )?(?:async )?(?:function\*? |const )(?<name>\w+)/gm;
  return [...text.slice(0, index).matchAll(declaration)].at(-1)?.groups?.name ?? '';
}

/** What concerns every feature. */
const broad = apiTests(
  'permissions',
  'tenancy',
  'worklogs',
  'stand-ins',
  'loggers',
  'worklogs-for-others',
  'policy-paths',
  'attacks',
  'lists',
  'reports',
  'report-files',
  'search',
  'dashboard',
  'budgets',
  'notices-recipients',
  'concurrent-decisions',
  'revoked-downloads',
);

const allApi = (tests: readonly string[]) =>
  apiTests(...tests.map((name) => name.replace('.test.ts', '')).filter((name) => !slow.includes(name)));
