// The rules of docs/STYLE.md and AGENTS.md that a program can check: imports, names, sizes, headers; types: architecture-types.test.ts.
import { describe, expect, test } from 'vitest';
import { roles } from '#domain/permissions.ts';
import {
  filesIn,
  findings,
  type Import,
  isNode,
  literal,
  mayImport,
  type Node,
  nameOf,
  type Root,
  readSources,
  readText,
  type Source,
} from './support/sources.ts';

const sources = readSources();
const inRoots = (...wanted: readonly Root[]) => sources.filter(({ root }) => wanted.includes(root));
const isTest = ({ path }: Source) => /\.(test|spec)\.tsx?$/.test(path);
const code = sources.filter((source) => !isTest(source));

const rootOf = ({ file }: Import): string | null => file?.split('/')[0] ?? null;

describe('who may import whom', () => {
  /** The demo fills its company from the seed; no other file of the server may import it. */
  const seeding = /^server\/demo\.ts$/;

  test('each root imports only the roots before it', () => {
    const wrong = findings(code, ({ root, path, imports }) =>
      imports
        .filter((one) => one.file !== null && !mayImport[root].some((allowed) => allowed === rootOf(one)))
        .filter((one) => !(seeding.test(path) && rootOf(one) === 'seed'))
        .map(({ from }) => `imports ${from}`),
    );
    expect(wrong).toEqual([]);
  });

  test('the domain imports nothing and the contract only the domain and zod', () => {
    const packages = (root: Root, allowed: readonly string[]) =>
      findings(
        code.filter((source) => source.root === root),
        ({ imports }) =>
          imports.filter(({ file, from }) => file === null && !allowed.includes(from)).map(({ from }) => from),
      );
    expect(packages('domain', [])).toEqual([]);
    expect(packages('contract', ['zod'])).toEqual([]);
  });

  test('between roots by #name, inside one by path, always with the extension', () => {
    const wrong = findings(sources, ({ root, imports }) =>
      imports
        .filter((one) => one.file !== null)
        .filter((one) => {
          const stays = rootOf(one) === root;
          const isRelative = one.from.startsWith('.');
          const hasExtension = /\.(tsx?|js|css|json|svg|txt)(\?\w+)?$/.test(one.from);
          // Scripts have no #name, because the product never imports one; the compiled messages have one everywhere, because the
          // build replaces it for the browser.
          const mayBeEither = rootOf(one) === 'scripts' || one.from.startsWith('#locales/');
          return (!mayBeEither && stays !== isRelative) || !hasExtension;
        })
        .map(({ from }) => from),
    );
    expect(wrong).toEqual([]);
  });

  test('the browser imports the contract as types only, and no rules of the domain', () => {
    /** Found by their names (`refusal`, `entryRefusals`, `canStandIn`), so that new ones are included. Types begin with a capital. */
    const isRule = (name: string) =>
      /^[a-z]\w*(efusals?|StandIns?)$|^(scopeOf|isAllowed|grantsOf|roles(Allowed|WithScope))$/.test(name);
    const wrong = findings(
      code.filter(({ root }) => root === 'client'),
      ({ imports }) =>
        imports.flatMap((one) => [
          ...(rootOf(one) === 'contract' && !one.isTypeOnly ? [`imports values of ${one.from}`] : []),
          ...(rootOf(one) === 'domain' && one.names.some(isRule) ? [`imports a rule of ${one.from}`] : []),
          ...(rootOf(one) === 'domain' && one.names.includes('*') ? [`imports all of ${one.from}`] : []),
        ]),
    );
    expect(wrong).toEqual([]);
  });

  test('a feature of the browser imports no other feature', () => {
    // Folders that every page may use. `worklog` and `budgets` are shared by several screens; `ui` imports no feature: tests/kit.test.ts.
    const shared = [
      'ui',
      'shell',
      'timers',
      'worklog',
      'budgets',
      'routing',
      'settings',
      'live',
      'session',
      'token-sync',
    ];
    // The settings page shows the account, its company, its imports of history and of an archive and its audit log, which is filtered and exported like reports; the signed-out document has pages of identity; the page of a project
    // shows the chart of its report; the dashboard decides on what waits of one worker and names why an invite failed, and has the field of quick entry. The approvals and the page of a project open
    // the form that enters worklogs for others. Invites and imports show roles and seats as the members do, and several addresses are
    // invited as an import. An import of history asks for the time zone as a company does.
    // Who has no company is shown what waits for one that they have left, and pages outside of the frame ask about it when signing out.
    const composed: Record<string, readonly string[]> = {
      account: ['companies', 'archive', 'audit', 'history-imports', 'stand-ins'],
      audit: ['companies', 'reports'],
      'signed-out': ['identity'],
      companies: ['worklogs'],
      identity: ['worklogs'],
      approvals: ['worklogs'],
      projects: ['reports', 'worklogs'],
      dashboard: ['approvals', 'invites', 'worklogs'],
      invites: ['members', 'imports'],
      imports: ['members'],
      'history-imports': ['companies'],
    };
    const folder = (path: string) => (path.split('/').length > 2 ? path.split('/')[1] : null);
    const wrong = findings(
      code.filter(({ root }) => root === 'client'),
      ({ path, imports }) => {
        const mine = folder(path);
        if (mine === null || mine === undefined) return [];
        return imports
          .filter((one) => rootOf(one) === 'client' && !one.isTypeOnly)
          .filter((one) => {
            const theirs = folder(one.file ?? '');
            const known = mine === 'ui' ? ['routing', 'settings'] : [...shared, ...(composed[mine] ?? [])];
            return theirs !== null && theirs !== undefined && theirs !== mine && !known.includes(theirs);
          })
          .map(({ from }) => `imports ${from}`);
      },
    );
    expect(wrong).toEqual([]);
  });

  test('the browser reads the clock of the device in client/clock.ts only, which corrects it', () => {
    const allowed = [
      'client/clock.ts',
      'client/worklogs/unsent/device-clock.ts',
      // Durations, and times that this device has stored itself.
      'client/live/live.ts',
      'client/timers/TimerPanel.tsx',
      'client/timers/timer.ts',
      'client/token-sync/leader.ts',
      'client/worklogs/receipts/ReceiptsField.tsx',
    ];
    const reads = ({ type, callee, arguments: given, object, property }: Node) =>
      (type === 'NewExpression' && isNode(callee) && nameOf(callee) === 'Date' && Array.isArray(given) && !given[0]) ||
      (type === 'MemberExpression' && nameOf(object) === 'Date' && nameOf(property) === 'now') ||
      (type === 'MemberExpression' && isNode(object) && nameOf(object.property) === 'Now' && !isZone(property));
    const isZone = (property: unknown) => nameOf(property) === 'timeZoneId';
    const wrong = findings(
      code.filter(({ root, path }) => root === 'client' && !allowed.includes(path)),
      ({ nodes }) => nodes.filter(reads).map(({ type }) => `reads the clock of the device (${type})`),
    );
    expect(wrong).toEqual([]);
  });

  test('there are no import cycles, type imports included', () => {
    const graph = new Map(code.map(({ path, imports }) => [path, imports.map(({ file }) => file ?? '')]));
    expect(cyclesIn(graph)).toEqual([]);
  });

  test('only the endpoint table re-exports other files', () => {
    const wrong = findings(code, ({ path, nodes }) =>
      path === 'contract/index.ts'
        ? []
        : nodes
            .filter(
              (node) => node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source),
            )
            .map(() => 'passes on what another file exports'),
    );
    expect(wrong).toEqual([]);
  });

  test('handlers access the database only through their context', () => {
    const openers =
      /^server\/(main|app|demo)\.ts$|^server\/(archive|backup|db|doctor|jobs|mail|ports|live|status)\/|^server\/(http\/(health|dev-mail)|report-process\/compute)\.ts$/;
    const wrong = findings(
      code.filter(({ root }) => root === 'server'),
      ({ path, imports }) =>
        imports
          .filter((one) => !one.isTypeOnly && (one.file === 'server/db/connect.ts' || one.from === 'pg'))
          .filter(() => !openers.test(path))
          .map(({ from }) => `imports ${from}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('names and shape', () => {
  test('a subquery names its company by value, not by a column around it', () => {
    // Decision 091: on Citus only the value says on which node its rows are.
    const byColumn = /\bwhere \w+\.company_id = \w+\.company_id\b|\bsql\.ref\('\w+\.company(_id|Id)'\)/;
    const found = code.filter((one) => one.root === 'server' && !isTest(one) && byColumn.test(one.text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  test('files are kebab-case, components PascalCase', () => {
    const lower = /^[a-z\d]+(-[a-z\d]+)*(\.(test|spec|d))?\.tsx?$/;
    const pascal = /^[A-Z][A-Za-z\d]*(\.test)?\.tsx$/;
    const wrong = sources.filter(({ path }) => {
      const name = path.split('/').at(-1) ?? '';
      return !lower.test(name) && !pascal.test(name);
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('no file has the name of the folder beside it', () => {
    const folders = new Set(sources.map(({ path }) => path.slice(0, path.lastIndexOf('/'))));
    const twins = inRoots('domain', 'contract', 'server', 'client').filter(({ path }) =>
      folders.has(path.replace(/\.tsx?$/, '')),
    );
    expect(twins.map(({ path }) => path)).toEqual([]);
  });

  test('a feature of the server or the client has the name of its contract', () => {
    // Approvals covers contract/decisions.ts.
    const parts: Partial<Record<Root, readonly string[]>> = {
      client: 'approvals budgets components live routing session settings shell signed-out token-sync ui worklog'.split(
        ' ',
      ),
    };
    const contracts = inRoots('contract').map(({ path }) => path.replace(/^contract\/|\.ts$/g, ''));
    const folders = inRoots('server', 'client').flatMap(({ root, path }) => {
      const [, folder = '', file] = path.split('/');
      const isFeature = file !== undefined && (root === 'client' || file === 'handlers.ts');
      return isFeature && !contracts.includes(folder) && !parts[root]?.includes(folder) ? [path] : [];
    });
    expect(folders).toEqual([]);
  });

  test('code stays under 300 lines a file, tests under 400', () => {
    const generated = ['server/db/schema.ts'];
    const scripts = filesIn('scripts', /\.js$/).map((path) => ({ path, lines: readText(path).split('\n').length - 1 }));
    const long = [...sources, ...scripts].filter(
      ({ path, lines }) => lines > (path.startsWith('tests/') ? 400 : 300) && !generated.includes(path),
    );
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  test('a function of the domain, the contract and the server has at most 40 lines, one of the browser 150', () => {
    const isFunction = ({ type }: Node) =>
      /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
    const maxLines: Partial<Record<Root, number>> = { domain: 40, contract: 40, server: 40, client: 150 };
    const wrong = findings(code, (source) =>
      source.nodes
        .filter((node) => isFunction(node) && textOf(source, node).split('\n').length > (maxLines[source.root] ?? 300))
        .map((node) => `too long: ${textOf(source, node).split('\n', 1)}`),
    );
    expect(wrong).toEqual([]);
  });

  test('objects and lists are written out, one property after another, not spread from literals', () => {
    const isLiteral = (value: unknown): boolean =>
      isNode(value) && (/^(Object|Array)Expression$/.test(value.type) || isLiteral(value.expression));
    const wrong = findings(sources, (source) =>
      source.nodes
        .filter(({ type, argument }) => /^(SpreadElement|JSXSpreadAttribute)$/.test(type) && isLiteral(argument))
        .map((node) => textOf(source, node)),
    );
    expect(wrong).toEqual([]);
  });

  test('files of domain, contract and server begin with a comment of at most six lines', () => {
    const wrong = inRoots('domain', 'contract', 'server')
      .filter((source) => !isTest(source))
      .filter(({ text }) => {
        const header = text.split('\n').findIndex((line) => !line.startsWith('//'));
        return header < 1 || header > 6;
      });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('all exports are named', () => {
    const allowed = /^tests\/support\/global-setup\.ts$|\.d\.ts$/;
    const wrong = sources.filter(
      ({ path, nodes }) => !allowed.test(path) && nodes.some(({ type }) => type === 'ExportDefaultDeclaration'),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('authorisation', () => {
  test('all endpoints are defined in the contract, and none is created or changed elsewhere', () => {
    const wrong = findings(
      code.filter(({ root }) => root === 'server'),
      ({ imports, nodes }) => [
        ...imports.filter(({ names }) => names.includes('endpoint')).map(() => 'makes an endpoint'),
        ...nodes
          .filter(({ type, argument }) => type === 'SpreadElement' && isNode(argument) && isEndpoint(argument))
          .map(() => 'rewrites an endpoint'),
      ],
    );
    expect(wrong).toEqual([]);
  });

  test('roles are compared with names only in the domain', () => {
    const roleNames: readonly string[] = roles;
    const isRoleName = (value: unknown) => roleNames.includes(literal(value) ?? '');
    const isRoleOf = (value: unknown): boolean =>
      isNode(value) && (isRoleOf(value.expression) || /^role$|Role$/.test(nameOf(value.property ?? value) ?? ''));
    const isComparison = ({ type, operator, left, right }: Node) =>
      type === 'BinaryExpression' &&
      /^[!=]==$/.test(String(operator)) &&
      ((isRoleOf(left) && isRoleName(right)) || (isRoleOf(right) && isRoleName(left)));
    const isMembership = ({ type, callee, arguments: given }: Node) =>
      type === 'CallExpression' &&
      isNode(callee) &&
      nameOf(callee.property) === 'includes' &&
      Array.isArray(given) &&
      given.some(isRoleOf);
    const isSwitch = ({ type, discriminant }: Node) => type === 'SwitchStatement' && isRoleOf(discriminant);
    const inSql = /\brole\b\)? *(=|<>|(not )?in) *\(? *'/;
    const isSql = ({ type, value }: Node) =>
      type === 'TemplateElement' && typeof value === 'object' && inSql.test(JSON.stringify(value));
    // The route guard holds the specification's list of roles; the doctor examines rows with SQL of its own.
    const allowed = /^client\/routing\/guard\.ts$|^server\/doctor\//;
    const wrong = findings(
      code.filter(({ root, path }) => /^(client|server|contract|seed)$/.test(root) && !allowed.test(path)),
      (source) =>
        source.nodes
          .filter((node) => isComparison(node) || isMembership(node) || isSwitch(node) || isSql(node))
          .map((node) => textOf(source, node)),
    );
    expect(wrong).toEqual([]);
  });
});

/** `endpoint`, `call.endpoint`, `endpoints.getReport`. */
const isEndpoint = (node: Node): boolean =>
  nameOf(node) === 'endpoint' ||
  (node.type === 'MemberExpression' &&
    (nameOf(node.property) === 'endpoint' || /ndpoints$/.test(nameOf(node.object) ?? '')));

const textOf = ({ text }: Source, { start, end }: Node): string => text.slice(Number(start), Number(end));

function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    else if (!done.has(path)) {
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    }
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}
