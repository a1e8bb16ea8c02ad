import classes from './ui.module.css';

export type SkeletonProps = { height: number; width?: number };

/** Placeholder of content that is loading. */
export const Skeleton = ({ height, width }: SkeletonProps) => (
  <div className={classes.skeleton} data-loading="true" style={{ height, ...(width === undefined ? {} : { width }) }} />
);
