import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createIcon } from './create-icon.ts';

const render = (...node: Parameters<typeof createIcon>[0]['node']) =>
  renderToStaticMarkup(createElement(createIcon({ node }), { size: 16 }));

test('shapes are merged into one path, each with an absolute start', () => {
  const x = render(['path', { d: 'M18 6 6 18' }], ['path', { d: 'm6 6 12 12' }], ['path', { d: 'm3 9h2' }]);
  expect(x).toContain('d="M18 6 6 18M6 6l12 12M3 9h2"');
  const clock = render(['circle', { cx: '12', cy: '12', r: '10' }], ['path', { d: 'M12 6v6l4 2' }]);
  expect(clock).toContain('<path d="M12 12m-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 6v6l4 2"></path></svg>');
});

test('other shapes stay elements, and an icon without a label is hidden from screen readers', () => {
  expect(render(['rect', { x: '3', y: '4', width: '5', height: '6', key: 'a' }])).toContain('<rect x="3"');
  expect(render()).toContain('aria-hidden="true"');
});
