import classes from './ui.module.css';

export type SkeletonProps = { height: number; width?: number };

/** The place of something that is on its way. */
export const Skeleton = ({ height, width }: SkeletonProps) => (
  <div className={classes.skeleton} style={{ height, ...(width === undefined ? {} : { width }) }} />
);
