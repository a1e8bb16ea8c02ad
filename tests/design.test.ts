// What docs/design.md promises and a test can check: colours, sizes, radii, shadows, layers and durations are tokens.
import { describe, expect, test } from 'vitest';
import { filesIn, readSources, readText } from './support/sources.ts';

const tokensFile = 'client/ui/tokens.css';
const tokens = readText(tokensFile);

type Declaration = { place: string; property: string; value: string };

/** Every declaration outside of the tokens. Page boxes of print have no access to tokens. */
const declarations: Declaration[] = filesIn('client', /\.css$/)
  .filter((path) => path !== tokensFile)
  .flatMap((path) => declarationsIn(path, readText(path)));

function declarationsIn(path: string, text: string): Declaration[] {
  const own = text.replace(/@page \{.*?\n\}/s, '').replace(/@font-face \{.*?\}/s, '');
  const plain = own.replaceAll(/\/\*.*?\*\//gs, '');
  return [...plain.matchAll(/([\w-]+):\s*([^;{}]+);/g)].map(([, property = '', value = '']) => ({
    place: `${path}: ${property}: ${value}`,
    property,
    value,
  }));
}

const faults = (isOfRule: (property: string) => boolean, isAllowed: (value: string) => boolean): string[] => {
  const own = declarations.filter(({ property }) => isOfRule(property));
  expect(own.length).toBeGreaterThan(2);
  return own.filter(({ value }) => !isAllowed(value)).map(({ place }) => place);
};

test('colours are tokens', () => {
  const literal =
    /#[\da-f]{3,8}\b|\b(rgb|rgba|hsl|hsla|lab|lch|oklab|oklch)\(|(^|[\s,(])(white|black|gr[ae]y|red|green|blue)\b(?! \d+px)/i;
  expect(
    faults(
      () => true,
      (value) => !literal.test(value),
    ),
  ).toEqual([]);
});

test('components and documents have no colours, spaces or text sizes of their own', () => {
  const sources = filesIn('client', /\.(tsx?|html)$/).filter((path) => !path.endsWith('.test.ts'));
  const tokenValues = new Set(tokens.match(/#[\da-f]{6}\b/g));
  const colours = sources.flatMap((path) =>
    [...readText(path).matchAll(/["'`](#[\da-f]{3,8}|(?:rgb|hsl)a?\([^"'`]*)["'`]/gi)]
      .filter(([, colour = '']) => !(path.endsWith('.html') && tokenValues.has(colour)))
      .map(([, colour]) => `${path}: ${colour}`),
  );
  expect(colours).toEqual([]);
  // Sizes and places of what is drawn come from its values; everything else is in style sheets.
  const styles = sources.flatMap((path) =>
    [...readText(path).matchAll(/style=\{\{([\s\S]*?)\}\}/g)].map(([, text = '']) => ({ path, text })),
  );
  expect(styles.length).toBeGreaterThan(10);
  const isOwn = ({ text }: { text: string }) =>
    /\b(margin|padding|gap|font|color|border\w*Radius|boxShadow|zIndex|transition)\w*:/.test(text);
  expect(styles.filter(isOwn)).toEqual([]);
});

test('the page of the demo has the colours of the product', () => {
  const [light = '', dark = ''] = [...readText('server/demo-page.ts').matchAll(/:root \{ (.*?) \}/g)].map(
    ([, text = '']) => text,
  );
  for (const [theme, text] of Object.entries({ light, dark })) {
    const own = [...text.matchAll(/(--[\w-]+: [^;]+);/g)].map(([, declaration = '']) => declaration);
    expect(own.length).toBeGreaterThan(5);
    const known = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(tokens)?.[1] ?? '';
    expect(
      own.filter((declaration) => !known.includes(`${declaration};`)),
      theme,
    ).toEqual([]);
  }
});

test('text has one of the sizes and one of the two weights', () => {
  expect(
    faults(
      (property) => property === 'font-size',
      (value) => /^(var\(--text-\w+\)|inherit|0)$/.test(value),
    ),
  ).toEqual([]);
  expect(
    faults(
      (property) => property === 'font-weight',
      (value) => /^(var\(--weight-strong\)|400|inherit)$/.test(value),
    ),
  ).toEqual([]);
});

test('corners, shadows and layers are tokens', () => {
  const isToken = (prefix: string, others: string) => (value: string) =>
    value.split(' ').every((part) => new RegExp(`^(var\\(--${prefix}[\\w-]*\\)|${others})$`).test(part));
  expect(faults((property) => /^border-.*radius$/.test(property), isToken('radius', '0|50%|inherit'))).toEqual([]);
  expect(faults((property) => property === 'box-shadow', isToken('shadow-', 'none'))).toEqual([]);
  expect(faults((property) => property === 'z-index', isToken('layer-', '[1-9]'))).toEqual([]);
});

test('space is on the scale', () => {
  const scale = new Set([0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96]);
  // At the start or end of a line it may be the room for what stands there, such as an icon.
  const isSpace = (property: string) =>
    /^((row|column)-)?gap$|^(padding|margin)(-|$)/.test(property) && !/inline-(start|end)$/.test(property);
  const isOnScale = (value: string) =>
    [...value.matchAll(/(?<![\w.-])-?(\d+)px/g)].every(([, size]) => scale.has(Number(size)) || Number(size) > 1000);
  expect(faults(isSpace, isOnScale)).toEqual([]);
});

test('transitions last at most 160 ms', () => {
  const lasting = (value: string) => Number(/(?<![\d.])([\d.]+)(ms|s)\b/.exec(value)?.slice(1, 2) ?? 0);
  expect(
    faults(
      (property) => property === 'transition' || property === 'animation',
      (value) => value.includes('infinite') || (!/\ds\b/.test(value) && lasting(value) <= 160),
    ),
  ).toEqual([]);
});

test('the layout changes at the breakpoints only', () => {
  const widths = new Set(['37.4375em', '37.5em', '59.9375em', '60em', '79.9375em', '80em', '119.9375em']);
  const used = filesIn('client', /\.css$/).flatMap((path) =>
    [...readText(path).matchAll(/@media[^{]*?\b(?:min|max)-width: ([\w.]+)/g)].map(
      ([, width = '']) => `${path}: ${width}`,
    ),
  );
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((line) => !widths.has(line.split(': ')[1] ?? ''))).toEqual([]);
});

test('a style sheet selects no class of another one by a part of its name', () => {
  const selecting = filesIn('client', /\.css$/).filter((path) => /\[class[*^$~|]?=/.test(readText(path)));
  expect(selecting).toEqual([]);
});

test('text for screen readers only has a class of the theme', () => {
  const hiding = filesIn('client', /\.css$/).filter((path) => readText(path).includes('clip-path: inset(50%)'));
  expect(hiding).toEqual(['client/theme.css']);
});

test('both themes have the same tokens, and every token is used', () => {
  const namesIn = (theme: string) =>
    [...(new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(tokens)?.[1] ?? '').matchAll(/(--[\w-]+):/g)].map(
      ([, name]) => name,
    );
  const light = namesIn('light');
  expect(light.length).toBeGreaterThan(30);
  expect(namesIn('dark')).toEqual(light);
  const all = filesIn('client', /\.(css|tsx?|html)$/)
    .map(readText)
    .join('\n');
  const defined = [...new Set([...tokens.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name))];
  const isUsed = (name: string) =>
    all.includes(`var(${name})`) || (name.startsWith('--project-') && all.includes('--project-${'));
  expect(defined.filter((name) => !isUsed(name))).toEqual([]);
});

test('the document names every token of type, space, corners and layers', () => {
  const document = readText('docs/design.md');
  const shared = /:root \{([^}]*)\}/s.exec(tokens)?.[1] ?? '';
  const named = [...shared.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
});

describe('the classes of a style sheet', () => {
  const components = readSources().filter(({ root }) => root === 'client');
  /** The components that import the sheet, with the name under which they do. */
  const importersOf = (sheet: string) =>
    components.flatMap(({ path, text, imports }) =>
      imports
        .filter(({ file }) => file === sheet)
        .map(({ from }) => ({ path, text, name: new RegExp(`import (\\w+) from '${from}'`).exec(text)?.[1] ?? '' })),
    );
  const sheets = filesIn('client', /\.module\.css$/).map((path) => {
    const selectors = readText(path)
      .replaceAll(/\/\*.*?\*\/|:global\([^)]*\)/gs, '')
      .replaceAll(/\{[^{}]*\}/g, ' ');
    const defined = new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name));
    return { path, defined, importers: importersOf(path) };
  });
  const usedIn = ({ text, name }: { text: string; name: string }) =>
    [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, used = '']) => used);

  test('of a component of the kit are used by the kit only', () => {
    // What has the markup of its own looks like the lists, forms and tables of the kit.
    const shared = ['entries', 'form', 'table'].map((name) => `client/ui/${name}.module.css`);
    const kit = sheets.filter(({ path }) => path.startsWith('client/ui/') && !shared.includes(path));
    expect(kit.length).toBeGreaterThan(10);
    const foreign = kit.flatMap(({ path, importers }) =>
      importers.filter((one) => !one.path.startsWith('client/ui/')).map((one) => `${one.path}: ${path}`),
    );
    expect(foreign).toEqual([]);
  });

  test('exist where a component uses them', () => {
    const missing = sheets.flatMap(({ defined, importers }) =>
      importers.flatMap((one) =>
        usedIn({ ...one, text: one.text.replaceAll(/^(import|} from).*$/gm, '') })
          .filter((used) => !defined.has(used))
          .map((used) => `${one.path}: ${one.name}.${used}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  test('are used', () => {
    const unused = sheets.flatMap(({ path, defined, importers }) => {
      // `classes[size]` may use every class.
      if (importers.some(({ text, name }) => text.includes(`${name}[`))) return [];
      const used = new Set(importers.flatMap(usedIn));
      return [...defined].filter((name) => !used.has(name)).map((name) => `${path}: .${name}`);
    });
    expect(unused).toEqual([]);
  });
});
