// npm run pictures: screenshots of every screen of the demo at every breakpoint, in both themes and languages, in screenshots/,
// with an index (index.html) and one overview picture for each size, theme and language.
// npm run pictures -- /worklogs 360 dark id   only screens that match all of these words; states (form, empty) are words too.
// long-names: with names that fill their fields, and clients. empty-company: without data, where nothing is pressed. many-rows:
// the lists, with 1,204 rows.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDemo } from './demo-browser.js';
import { root } from './ensure.js';

const { screens } = await import('../tests/staging/screens.ts');
const { enter, showScreen } = await import('../tests/staging/stage.ts');
const { foundCompany, giveClients, giveLongNames, giveManyRows, hasList, showCompany } = await import(
  './picture-companies.js'
);

const sizes = [
  [360, 740],
  [600, 900],
  [768, 1024],
  [960, 800],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
];
const usualWidths = [360, 600, 960, 1440];
const words = process.argv.slice(2);
const chosen = (options, usual = options) => {
  const named = options.filter((one) => words.includes(String(one)));
  return named.length > 0 ? named : usual;
};
const widths = chosen(
  sizes.map(([width]) => width),
  usualWidths,
);
const themes = chosen(['light', 'dark']);
const locales = chosen(['en', 'id']);
const paths = words.filter((word) => word.startsWith('/'));
const states = words.filter((word) => screens.some(({ state }) => state === word));
const hasLongNames = words.includes('long-names');
const hasManyRows = words.includes('many-rows');
const isEmptyCompany = words.includes('empty-company');
const needsData = (screen) =>
  screen.do !== undefined || screen.opens !== undefined || /\{(?!from|to)/.test(screen.path);
const wanted = screens.filter(
  (screen) =>
    (paths.length === 0 || paths.includes(screen.path.split('?')[0])) &&
    (states.length === 0 || states.includes(screen.state)) &&
    !(isEmptyCompany && needsData(screen)) &&
    (!hasManyRows || hasList(screen)),
);
const people = [...new Set(wanted.map(({ who }) => who))];

const folder = join(root, 'screenshots');
const demo = await openDemo();
try {
  if (hasLongNames) await giveClients(demo.newPage);
  const companyId = isEmptyCompany ? await foundCompany(demo.newPage, people) : null;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const taken = [];
  for (const locale of locales)
    for (const theme of themes) taken.push(...(await takeAll({ locale, theme, companyId })));
  await makeSheets(taken);
  console.log(`${taken.length} pictures in screenshots/, all of them in screenshots/index.html`);
} finally {
  await demo.close();
}

/** One context for each person, because language and theme follow them. */
async function takeAll({ locale, theme, companyId }) {
  const taken = [];
  for (const who of people) {
    const page = await demo.newPage(theme);
    const places = await enter(page, who, { locale, theme });
    if (companyId !== null && who !== null) await showCompany(page, companyId);
    if (hasLongNames) await giveLongNames(page.context());
    if (hasManyRows) await giveManyRows(page.context());
    for (const screen of wanted.filter((one) => one.who === who)) {
      for (const [width, height] of sizes.filter(([one]) => widths.includes(one))) {
        taken.push(await take(page, screen, { locale, theme, width, height, places }));
      }
    }
    await page.context().close();
  }
  return taken;
}

async function take(page, screen, { locale, theme, width, height, places }) {
  await page.setViewportSize({ width, height });
  await showScreen(page, screen, places);
  const place = screen.path.split('?')[0].replaceAll(/[{}]/g, '').replaceAll('/', '-').slice(1);
  const who = screen.who === null ? 'nobody' : screen.who.split(' ')[0].toLowerCase();
  const name = [place, screen.state, who].filter(Boolean).join('.');
  const file = `${width}-${theme}-${locale}/${name}.png`;
  const full = await page.evaluate(() => document.documentElement.scrollHeight);
  // A window as high as the page, so that sticky bars are at its end.
  await page.setViewportSize({ width, height: Math.min(Math.max(full, height), height * 2) });
  await page.screenshot({ path: join(folder, file) });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return { file, name, width, group: `${width}-${theme}-${locale}` };
}

/** The index page, and one overview picture for each group. */
async function makeSheets(taken) {
  const groups = Map.groupBy(taken, ({ group }) => group);
  const sections = [...groups].map(
    ([group, pictures]) => `<h2>${group}</h2><div>${pictures.map(figureOf).join('')}</div>`,
  );
  writeFileSync(join(folder, 'index.html'), documentOf(sections.join('')));
  const page = await demo.browser.newPage();
  for (const [group, pictures] of groups) {
    for (let part = 0; part * 8 < pictures.length; part += 1) {
      const some = pictures.slice(part * 8, part * 8 + 8);
      const file = join(folder, 'sheet.html');
      writeFileSync(file, documentOf(`<div>${some.map(figureOf).join('')}</div>`));
      await page.setViewportSize({ width: 4 * shownWidth(some[0].width) + 5 * 12, height: 400 });
      await page.goto(pathToFileURL(file).href);
      await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      await page.screenshot({ path: join(folder, `${group}.${part + 1}.png`), fullPage: true });
      rmSync(file);
    }
  }
  await page.close();
}

function shownWidth(width) {
  return Math.min(width, 480);
}

function figureOf({ file, name, width }) {
  const picture = `<a href="${file}"><img src="${file}" width="${shownWidth(width)}"></a>`;
  return `<figure><figcaption>${name}</figcaption>${picture}</figure>`;
}

function documentOf(body) {
  return `<!doctype html><meta charset="utf-8"><title>Daybook, all screens</title><style>
body { margin: 12px; background: #888; font: 13px system-ui }
div { display: flex; flex-wrap: wrap; gap: 12px; align-items: start }
figure { margin: 0 } img { display: block }
</style>${body}`;
}
