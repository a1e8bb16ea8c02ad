import type { ReactNode } from 'react';
import classes from './form.module.css';

export type SectionProps = { title: string; text?: ReactNode; children: ReactNode };

/** A titled part of a page of settings. */
export const Section = ({ title, text, children }: SectionProps) => (
  <section className={classes.section}>
    <header className={classes.sectionHead}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
    </header>
    {children}
  </section>
);
