import type { ReactNode } from 'react';
import classes from './blank.module.css';
import { Logo } from './Logo.tsx';

/** The layout `blank`: one card on an otherwise empty page, such as signing in, joining, choosing a company. */
export function BlankLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.blank}>
      <header className={classes.blankHeader}>
        <Logo />
        <span className={classes.wordmark}>Daybook</span>
      </header>
      <main id="content" tabIndex={-1} className={classes.blankMain}>
        {children}
      </main>
    </div>
  );
}
