import type { ReactNode } from 'react';
import { Logo } from './Logo.tsx';
import classes from './shell.module.css';

/** One card on a quiet page: signing in, joining, choosing. */
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
