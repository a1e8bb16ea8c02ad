import { type ReactNode, useId } from 'react';
import classes from './form.module.css';

export type SectionProps = {
  title: string;
  /** For links to it. */
  id?: string;
  text?: ReactNode;
  /** A button beside the title. */
  action?: ReactNode;
  children?: ReactNode;
  /** Within a section. */
  isPart?: boolean;
  /** Without a card, around sections that have theirs. */
  isOpen?: boolean;
};

/** A titled section of a settings page. */
export function Section({ title, id, text, action, children, isPart = false, isOpen = false }: SectionProps) {
  const titleId = useId();
  const Heading = isPart ? 'h3' : 'h2';
  return (
    <section
      ref={showIfLinked}
      id={id}
      className={isOpen ? classes.openSection : classes.section}
      aria-labelledby={titleId}
    >
      <header className={classes.sectionHead}>
        <Heading id={titleId}>{title}</Heading>
        {action}
        {text && <p>{text}</p>}
      </header>
      {children}
    </section>
  );
}

/** A link to a section may be followed before the section is loaded. */
function showIfLinked(section: HTMLElement | null): void {
  if (section?.id && window.location.hash === `#${section.id}`) section.scrollIntoView();
}
