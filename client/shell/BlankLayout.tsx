import type { ReactNode } from 'react';
import classes from './blank.module.css';
import { Logo } from './Logo.tsx';

type Props = {
  /** In the upper corner. */
  menu?: ReactNode;
  children: ReactNode;
};

/** The layout `blank`: one card on an otherwise empty page, such as signing in, joining, choosing a company. */
export function BlankLayout({ menu, children }: Props) {
  return (
    <div className={classes.blank}>
      <header className={classes.blankHeader}>
        <Logo />
        <span className={classes.wordmark}>Daybook</span>
        {menu && <div className={classes.blankMenu}>{menu}</div>}
      </header>
      <main id="content" tabIndex={-1} className={classes.blankMain}>
        {children}
      </main>
    </div>
  );
}
