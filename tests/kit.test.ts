// The UI kit (decision 046): screens take components from client/ui and nowhere else, and client/ui knows no feature.
import { expect, test } from 'vitest';
import { isNode, literal, readSources, readText, type Source } from './support/sources.ts';

const sources = readSources().filter(({ root, path }) => root === 'client' && !path.includes('.test.'));
const isInKit = ({ path }: Source): boolean => path.startsWith('client/ui/');

const findings = (files: readonly Source[], rule: (source: Source) => readonly string[]): string[] =>
  files.flatMap((source) => rule(source).map((finding) => `${source.path}: ${finding}`));

test('screens import no component library', () => {
  // Lucide's icons are data, rendered by client/ui/create-icon.ts (vite.config.ts).
  const known =
    /^(react|react-dom(\/(client|server))?|@tanstack\/react-(query|router)|lucide-react(\/icons\/[\w-]+)?|d3-(array|scale)|uqr|@simplewebauthn\/browser|temporal-polyfill\/global|zod)$/;
  const wrong = findings(
    sources.filter((source) => !isInKit(source)),
    ({ imports }) => imports.filter(({ from, file }) => file === null && !known.test(from)).map(({ from }) => from),
  );
  expect(wrong).toEqual([]);
});

test('a control of the browser that the kit wraps is used in its file only', () => {
  const files: Record<string, string> = {
    dialog: 'client/ui/Modal.tsx',
    select: 'client/ui/Select.tsx',
    textarea: 'client/ui/TextArea.tsx',
    progress: 'client/ui/Progress.tsx',
  };
  const wrong = findings(sources, ({ path, nodes }) =>
    nodes
      .filter(({ type }) => type === 'JSXOpeningElement')
      .map(({ name }) => (isNode(name) && typeof name.name === 'string' ? name.name : ''))
      .filter((name) => name in files && files[name] !== path),
  );
  expect(wrong).toEqual([]);
});

test('the kit imports no feature', () => {
  const ground = /^client\/(ui\/|routing\/|settings\/|[\w-]+\.tsx?$)/;
  const words =
    /^domain\/(calendar|duration|intl|money|nouns|password-strength|period-presets|record-of|report-ranges)\.ts$/;
  const wrong = findings(sources.filter(isInKit), ({ imports }) =>
    imports
      .filter(({ file }) => file !== null && !/\.css$|^locales\//.test(file))
      .filter(({ file }) => !ground.test(file ?? '') && !words.test(file ?? ''))
      .map(({ from }) => from),
  );
  expect(wrong).toEqual([]);
});

/** Controls only; components that show rows, figures and texts are tested on their screens. */
const controls = readSources()
  .map(({ path }) => path)
  .filter((path) =>
    /^client\/ui\/\w*(Button|Field|Select|Combobox|Checkbox|RadioGroup|Switch|Segmented)\.tsx$/.test(path),
  );

test('the page of components shows each control and is not part of the build', () => {
  const imported = (folder: RegExp) =>
    sources.filter(({ path }) => folder.test(path)).flatMap(({ imports }) => imports.map(({ file }) => file));
  const shown = imported(/^client\/components\//);
  const named = 'Alert Calendar DataTable Dialog Menu Popup Progress TextArea ToastBar states'.split(' ');
  const expected = [...controls, ...named.map((name) => `client/ui/${name}.tsx`)].filter(
    (path) => !/\/Field\.tsx$/.test(path),
  );
  expect(expected.length).toBeGreaterThan(15);
  expect(expected.filter((path) => !shown.includes(path))).toEqual([]);
  expect(imported(/^client\/(?!components\/)/).filter((file) => file?.startsWith('client/components/'))).toEqual([]);
  const input = /input: \[([^\]]*)\]/.exec(readText('vite.config.ts'))?.[1] ?? '';
  expect([...input.matchAll(/'([\w-]+\.html)'/g)].map(([, name]) => name)).toEqual(['index.html', 'signed-out.html']);
});

/** Attributes that show a state of a component, and values of them. */
const states: Record<string, readonly string[]> = {
  Alert: ['action', 'title', 'tone="error"', 'tone="info"', 'tone="warning"'],
  Button: ['color="red"', 'disabled', 'leftSection', 'loading', 'size="compact-sm"', 'variant'],
  Calendar: ['isInRange', 'isSelectable', 'isSelected'],
  Checkbox: ['defaultChecked', 'description', 'disabled', 'error', 'indeterminate'],
  Combobox: ['error', 'groups', 'note'],
  DataTable: ['actions', 'grouping', 'isLoading', 'isRefreshing', 'onOpen', 'selection', 'sort'],
  IconButton: ['disabled', 'tip', 'tipAlign="end"', 'variant="default"'],
  NumberField: ['disabled', 'error'],
  Radio: ['defaultChecked', 'disabled'],
  RadioGroup: ['description', 'error'],
  Select: ['disabled', 'error', 'size="small"'],
  Switch: ['checked', 'disabled'],
  TextArea: ['disabled', 'error'],
  TextField: ['description', 'disabled', 'error', 'leftSection', 'placeholder', 'unit'],
};

test('the page of components shows the states of each', () => {
  const shown = new Set(
    sources
      .filter(({ path }) => path.startsWith('client/components/'))
      .flatMap(({ nodes }) => nodes.filter(({ type }) => type === 'JSXOpeningElement'))
      .flatMap(({ name, attributes }) =>
        (Array.isArray(attributes) ? attributes.filter(isNode) : []).flatMap((attribute) => {
          const [component, property] = [jsxName(name), jsxName(attribute.name)];
          return [`${component} ${property}`, `${component} ${property}="${literal(attribute.value)}"`];
        }),
      ),
  );
  const missing = Object.entries(states).flatMap(([component, attributes]) =>
    attributes.map((attribute) => `${component} ${attribute}`).filter((state) => !shown.has(state)),
  );
  expect(missing).toEqual([]);
});

function jsxName(value: unknown): string {
  return isNode(value) && typeof value.name === 'string' ? value.name : '';
}
