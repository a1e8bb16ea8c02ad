import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { usePopup } from './popup.ts';
import { Skeleton } from './Skeleton.tsx';
import classes from './ui.module.css';

export type SummaryFigure = {
  label: string;
  value: ReactNode;
  /** Explains the figure, on hover, focus and touch. */
  hint?: string;
};

export type SummaryFiguresProps = {
  figures: readonly SummaryFigure[];
  isLoading?: boolean;
  /** Applies to all figures. */
  note?: ReactNode;
  /** In one line of text, above a list. */
  isLine?: boolean | undefined;
};

/** Three or four figures that sum up the filtered list. */
export const SummaryFigures = ({ note, isLine, ...rest }: SummaryFiguresProps) => (
  <div className={classes.summary} data-line={isLine}>
    <Figures {...rest} isLine={isLine} />
    {note}
  </div>
);

function Figures({ figures, isLoading = false, isLine }: Omit<SummaryFiguresProps, 'note'>) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, hint }, index) => (
        <div key={label} className={classes.figure}>
          <dt>
            {/* In a narrow line the units say what the others are. */}
            <span
              className={isLine && index > 0 ? 'visually-hidden-on-phones visually-hidden-in-narrow-header' : undefined}
            >
              {label}
            </span>
            {hint && <Hint text={hint} name={`${label}: ${hint}`} />}
          </dt>
          <dd className="numeric">{isLoading ? <Skeleton height={24} width={72} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

type HintProps = { text: string; name?: string; children?: ReactNode };

/** A tooltip on hover, focus and touch; `children` are shown instead of its icon, and begin its accessible name. */
export function Hint({ text, name = text, children }: HintProps) {
  const { trigger, panel, isMounted, isOpen, open, close } = usePopup({ width: 260 });
  return (
    <>
      <button
        {...trigger}
        type="button"
        className={classes.hint}
        aria-label={children ? undefined : name}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && open()}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && close()}
        onBlur={close}
      >
        {children ?? <Info size={14} aria-hidden />}
        {children && <span className="visually-hidden"> {text}</span>}
      </button>
      {isMounted && (
        <div {...panel} className={classes.hintText}>
          {isOpen && text}
        </div>
      )}
    </>
  );
}
