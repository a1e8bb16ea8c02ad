import { Link, type LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode, Ref } from 'react';
import classes from './dashboard.module.css';

type DashboardCardProps = {
  title: string;
  /** A heading that can take the focus, when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
  icon?: LucideIcon;
  tone?: 'pending' | 'rejected';
  text?: string;
  /** Shown at the end of the line of the heading. */
  figure?: ReactNode;
  children?: ReactNode;
};

/** A part of the dashboard: its heading, a line of text, and what is listed below. */
export const DashboardCard = ({ title, headingRef, icon: Icon, tone, text, figure, children }: DashboardCardProps) => (
  <section className={classes.card}>
    <header className={classes.cardHead} data-tone={tone}>
      {Icon && <Icon size={20} aria-hidden />}
      <h2 ref={headingRef} tabIndex={headingRef === undefined ? undefined : -1}>
        {title}
      </h2>
      {figure}
      {text !== undefined && <p className={classes.cardText}>{text}</p>}
    </header>
    {children}
  </section>
);

type RowProps = Pick<LinkProps, 'to' | 'search'> & {
  /** Instead of the arrow: what following the link does. */
  action?: ReactNode;
  children: ReactNode;
};

/** A row of a card that is one link. */
export const LinkRow = ({ to, search, action, children }: RowProps) => (
  <Link to={to} search={search} className={classes.row ?? ''}>
    {children}
    {action ?? <ChevronRight size={16} aria-hidden className={classes.chevron} />}
  </Link>
);
