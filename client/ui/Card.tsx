import type { ReactNode } from 'react';
import classes from './form.module.css';

export type CardProps = { title: string; text?: ReactNode; children?: ReactNode; footer?: ReactNode };

/** The only content of an otherwise empty page: signing in, verifying, choosing a company. */
export const Card = ({ title, text, children, footer }: CardProps) => (
  <>
    <section className={classes.card}>
      <header className={classes.cardHead}>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </header>
      {children}
    </section>
    {footer && <p className={classes.cardFoot}>{footer}</p>}
  </>
);

/** Buttons of a card, stacked. */
export const CardButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.cardButtons}>{children}</div>
);
