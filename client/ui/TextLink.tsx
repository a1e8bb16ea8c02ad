import type { ReactNode } from 'react';
import { clientSideLink } from './Button.tsx';
import classes from './text-link.module.css';

export type TextLinkProps = { to: string; children: ReactNode };

export const TextLink = ({ to, children }: TextLinkProps) => (
  <a className={classes.link} {...clientSideLink(to)}>
    {children}
  </a>
);
