import type { ProjectColour } from '#domain/projects.ts';
import classes from './states.module.css';

export type ProjectDotProps = { colour: ProjectColour };

/** A project's colour, always shown next to its name. */
export const ProjectDot = ({ colour }: ProjectDotProps) => (
  <span className={classes.dot} style={{ background: `var(--project-${colour})` }} aria-hidden />
);
