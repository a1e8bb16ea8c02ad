import { type ReactNode, useId } from 'react';
import classes from './form.module.css';

export type SectionProps = {
  title: string;
  /** For links to it. */
  id?: string;
  text?: ReactNode;
  children?: ReactNode;
};

/** A titled section of a settings page. */
export function Section({ title, id, text, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} className={classes.section} aria-labelledby={titleId}>
      <header className={classes.sectionHead}>
        <h2 id={titleId}>{title}</h2>
        {text && <p>{text}</p>}
      </header>
      {children}
    </section>
  );
}
