// Takes the place of lucide's own way to make an icon (vite.config.ts): a list draws up to three in each of its rows. It is
// one component without options that nobody uses, and an element with as few shapes as possible.

import { type ComponentProps, createElement, type ReactElement } from 'react';

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

type Props = Omit<ComponentProps<'svg'>, 'children'> & { size?: number };

export function drawnIcon({ node }: { node: readonly Shape[] }): (props: Props) => ReactElement {
  const paths = node.flatMap(([tag, attributes]) => pathOf[tag]?.(attributes) ?? []);
  const others = node.filter(([tag]) => !pathOf[tag]).map(([tag, attributes]) => createElement(tag, attributes));
  const shapes = paths.length > 0 ? [...others, createElement('path', { key: 'paths', d: paths.join('') })] : others;
  return ({ size = 24, strokeWidth = 2, className, ...rest }) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: size,
        height: size,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        'aria-hidden': rest['aria-label'] === undefined || undefined,
        ...rest,
        className: className ? `lucide ${className}` : 'lucide',
      },
      shapes,
    );
}

/** What can be said as a part of one path. */
const pathOf: Readonly<Record<string, (attributes: Readonly<Record<string, string>>) => string>> = {
  path: ({ d = '' }) => fromNowhere(d),
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  circle: ({ cx, cy, r }) =>
    `M${cx} ${cy}m-${r} 0a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0 -${2 * Number(r)} 0`,
};

/** A path that begins with a relative step would begin where the one before ended. */
const fromNowhere = (path: string): string =>
  path.replace(/^m\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)[\s,]*(?=[-\d.])/, 'M$1 $2l').replace(/^m/, 'M');
