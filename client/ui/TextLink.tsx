import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './form.module.css';

export type TextLinkProps = { to: string; children: ReactNode };

export const TextLink = ({ to, children }: TextLinkProps) => (
  <Link to={to} className={classes.link ?? ''}>
    {children}
  </Link>
);
