// npm run docs-pictures: the pictures of README.md and docs/design.md, from the demo and the page of components.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { freePort, openDemo } from './demo-browser.js';
import { root } from './ensure.js';

const { demoWorker, enter, showScreen } = await import('../tests/staging/stage.ts');
const docs = join(root, 'docs');
const gap = 16;

const demo = await openDemo();
const components = await createServer({ server: { port: await freePort(), strictPort: false }, logLevel: 'error' });
await components.listen();
try {
  const wide = await takeWorklogs('light', { width: 1280, height: 800 });
  const phone = await takeWorklogs('dark', { width: 370, height: 800 });
  await compose([wide, phone], 'picture.png');
  const [address] = components.resolvedUrls.local;
  const shown = [];
  for (const theme of ['light', 'dark']) shown.push(await takeComponents(`${address}components.html`, theme));
  await compose(shown, 'components.png');
} finally {
  await components.close();
  await demo.close();
}

async function takeWorklogs(theme, size) {
  const page = await demo.newPage(theme);
  const places = await enter(page, demoWorker, { locale: 'en', theme });
  await page.setViewportSize(size);
  await showScreen(page, { path: '/worklogs' }, places);
  return taken(page, size);
}

async function takeComponents(address, theme) {
  const page = await demo.newPage(theme);
  await page.setViewportSize({ width: 720, height: 900 });
  await page.goto(address);
  await page.getByRole('radio', { name: theme }).check({ force: true });
  await page.getByRole('heading', { level: 1 }).focus();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  return taken(page, { width: 720, height });
}

async function taken(page, { width, height }) {
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width, height }, fullPage: true });
  await page.context().close();
  return { source: `data:image/png;base64,${picture.toString('base64')}`, width, height };
}

/** Beside each other, as one picture. */
async function compose(pictures, name) {
  const page = await demo.browser.newPage();
  const width = pictures.reduce((sum, picture) => sum + picture.width, 0) + gap * (pictures.length - 1);
  const height = Math.max(...pictures.map((picture) => picture.height));
  await page.setViewportSize({ width, height });
  const images = pictures.map(({ source }) => `<img src="${source}">`).join('');
  const style = `body { margin: 0; display: flex; gap: ${gap}px; align-items: start; background: transparent }`;
  await page.setContent(`<style>${style}</style>${images}`);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  writeFileSync(join(docs, name), await page.screenshot({ omitBackground: true }));
  await page.close();
}
