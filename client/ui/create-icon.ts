// Replaces the icon factory of Lucide (scripts/build/modules.ts), because a list renders up to three icons in each row: one component
// without unused options, and an <svg> with as few elements as possible.

import { type ComponentProps, createElement, type ReactElement } from 'react';

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

type Props = Omit<ComponentProps<'svg'>, 'children'> & { size?: number };

export function createIcon({ node }: { node: readonly Shape[] }): (props: Props) => ReactElement {
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

/** Shapes that can be part of one path. */
const pathOf: Readonly<Record<string, (attributes: Readonly<Record<string, string>>) => string>> = {
  path: ({ d = '' }) => withAbsoluteStart(d),
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  circle: ({ cx, cy, r }) =>
    `M${cx} ${cy}m-${r} 0a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0 -${2 * Number(r)} 0`,
};

/** A path that starts with a relative command would start at the end of the previous one. */
const withAbsoluteStart = (path: string): string =>
  path.replace(/^m\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)[\s,]*(?=[-\d.])/, 'M$1 $2l').replace(/^m/, 'M');
