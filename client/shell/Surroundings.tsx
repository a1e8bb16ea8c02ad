import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { ConnectionBar } from './ConnectionBar.tsx';
import classes from './surroundings.module.css';
import { ToastBar } from './ToastBar.tsx';
import { useTitleMark } from './title.ts';

type Props = { title: string; children: ReactNode };

/** Around every page: the document title, the skip link, the connection bar and the toast. */
export const Surroundings = ({ title, children }: Props) => (
  <>
    <title>{useTitleMark() + (title === 'Daybook' ? title : `${isolated(title)} · Daybook`)}</title>
    <a className={`visually-hidden ${classes.skip}`} href="#content">
      {m.shell_skip()}
    </a>
    <ConnectionBar />
    {children}
    <ToastBar />
  </>
);
