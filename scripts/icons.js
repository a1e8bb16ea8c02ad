// node scripts/icons.js: the icons of an installed Daybook in client/public/icons/, from client/public/favicon.svg.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium, root } from './ensure.js';

const source = readFileSync(join(root, 'client', 'public', 'favicon.svg'), 'utf8');
const folder = join(root, 'client', 'public', 'icons');
/** Whole squares: systems cut the corners of these themselves, up to a circle of 80 % of the width. */
const square = source.replace('rx="8"', '');
const withMargin = square
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
  .replace('<rect width="32" height="32"', '<rect x="-4" y="-4" width="40" height="40"');
const icons = [
  ['192.png', 192, source],
  ['512.png', 512, source],
  ['180.png', 180, square],
  ['maskable-512.png', 512, withMargin],
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const [name, size, svg] of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${svg}`);
    writeFileSync(join(folder, name), await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
}
