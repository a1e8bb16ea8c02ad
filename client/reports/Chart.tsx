import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import classes from './chart.module.css';
import { type ChartBar, type ChartLayout, chartLayout, chartMargin, minLabelWidth } from './chart-layout.ts';
import { worklogsSearch } from './filter.ts';
import type { SeriesBucket } from './series.ts';

export type ChartProps = {
  /** Title, such as "Hours by day". */
  label: string;
  buckets: readonly SeriesBucket[];
  height: number;
  /** A complete description of a bar, for screen readers and on hover. */
  describeBar: (bucket: SeriesBucket) => string;
  axisText: (value: number) => string;
  tickText: (bucket: SeriesBucket, index: number) => string;
  onPoint: (bucket: SeriesBucket | null) => void;
  /** The path of the report that a bar opens; null: none. Default: the report of the page. */
  report?: string | null;
};

/**
 * Bars by status: approved is solid, pending hatched, rejected cross-hatched; a mark over each bar shows the previous period.
 * One bar is in the tab order, the arrow keys move to the others, and each links to its worklogs.
 */
export function Chart({ height, ...props }: ChartProps) {
  const [width, setWidth] = useState(0);
  const measure = (container: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(container);
    return () => observer.disconnect();
  };
  return (
    <div ref={measure} className={classes.scroller} style={{ minHeight: height }}>
      {width > 0 && <Picture {...props} height={height} layout={chartLayout(props.buckets, { width, height })} />}
    </div>
  );
}

type PictureProps = ChartProps & { layout: ChartLayout };

function Picture({ label, height, layout, buckets, report = '.', ...props }: PictureProps) {
  const patterns = useId();
  const [current, setCurrent] = useState(0);
  const stop = Math.min(current, buckets.length - 1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a chart is no group of form fields
    <svg
      role="group"
      aria-label={label}
      width={layout.width}
      height={height}
      viewBox={`0 0 ${layout.width} ${height}`}
      className={classes.chart}
      onKeyDown={walk}
      onPointerLeave={() => props.onPoint(null)}
      onBlur={() => props.onPoint(null)}
    >
      <Patterns id={patterns} />
      <Lines layout={layout} axisText={props.axisText} />
      {layout.bars.map((bar, index) => (
        <BarLink
          key={bar.bucket.from}
          bar={bar}
          layout={layout}
          patterns={patterns}
          label={props.describeBar(bar.bucket)}
          isStop={index === stop}
          report={report}
          onReach={() => {
            setCurrent(index);
            props.onPoint(bar.bucket);
          }}
          onPoint={() => props.onPoint(bar.bucket)}
        />
      ))}
      <g aria-hidden className={classes.names}>
        {layout.bars.map(
          ({ bucket, left, step }, index) =>
            index % layout.labelEvery === 0 && (
              <text
                key={bucket.from}
                x={Math.min(left + (step * 0.75) / 2, layout.width - minLabelWidth / 2)}
                y={layout.bottom + 18}
                textAnchor="middle"
              >
                {props.tickText(bucket, index)}
              </text>
            ),
        )}
      </g>
      <g aria-hidden className={classes.ghost}>
        <path d={layout.previousMarks} />
        <path d={layout.previousMarks} />
      </g>
    </svg>
  );
}

type BarProps = {
  bar: ChartBar;
  layout: ChartLayout;
  patterns: string;
  label: string;
  isStop: boolean;
  report: string | null;
  onReach: () => void;
  onPoint: () => void;
};

/** An empty bar is still announced, but has no link. */
function BarLink({ bar: { bucket, left, step, x, width, parts }, layout, patterns, report, ...props }: BarProps) {
  const common = {
    'data-bar': true,
    'aria-label': props.label,
    className: classes.bar,
    tabIndex: props.isStop ? 0 : -1,
    onFocus: props.onReach,
    onPointerEnter: props.onPoint,
  };
  const shapes = (
    <>
      <rect className={classes.hit} x={left - step * 0.125} y={0} width={step} height={layout.bottom} />
      {parts.map(({ status, y, height }) => (
        <rect
          key={status}
          data-status={status}
          x={x}
          y={y}
          width={width}
          height={height}
          {...(status === 'approved' ? {} : { fill: `url(#${patterns}${status})` })}
        />
      ))}
    </>
  );
  if (bucket.items === 0 || report === null) {
    return (
      // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: announced while moving through the bars, but it has no link
      <g role="img" {...common}>
        {shapes}
      </g>
    );
  }
  return (
    <Link
      to={report}
      search={worklogsSearch({ from: bucket.from, to: bucket.to })}
      state={{ isOpenedHere: true }}
      // Hovering a bar shows its description.
      preload={false}
      {...common}
    >
      {shapes}
    </Link>
  );
}

/** Patterns make the statuses distinguishable without colour, also in print. */
const Patterns = ({ id }: { id: string }) => (
  <defs>
    <pattern id={`${id}pending`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" className={classes.pendingBackground} />
      <rect width="1.5" height="6" className={classes.pendingLine} />
    </pattern>
    <pattern id={`${id}rejected`} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect width="6" height="6" className={classes.rejectedBackground} />
      <path d="M0,0L6,6M6,0L0,6" className={classes.rejectedLine} />
    </pattern>
  </defs>
);

const Lines = ({ layout, axisText }: { layout: ChartLayout; axisText: (value: number) => string }) => (
  <g aria-hidden className={classes.lines}>
    {layout.ticks.map(({ value, y }) => (
      <g key={value}>
        <line x1={chartMargin.left} x2={layout.width - chartMargin.right} y1={y} y2={y} />
        <text x={chartMargin.left - 8} y={y + 4} textAnchor="end">
          {axisText(value)}
        </text>
      </g>
    ))}
  </g>
);

function walk(event: KeyboardEvent<SVGSVGElement>): void {
  const bars = [...event.currentTarget.querySelectorAll<SVGElement>('[data-bar]')];
  const at = bars.findIndex((bar) => bar.matches(':focus'));
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: bars.length - 1 }[event.key];
  const next = to === undefined ? undefined : bars[to];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
