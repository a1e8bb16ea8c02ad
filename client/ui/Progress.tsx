import classes from './progress.module.css';

type Props = {
  value: number;
  max: number;
  label: string /** Replaces its appearance. */;
  className?: string | undefined;
};

/** How much of a task is done. */
export const ProgressBar = ({ value, max, label, className = classes.bar }: Props) => (
  <progress className={className} value={value} max={max} aria-label={label} />
);

/** A task of unknown length; text next to it names the task. */
export const Spinner = () => <span className="spinner" aria-hidden />;
