import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { ToastBar } from '../ui/ToastBar.tsx';
import classes from './app-chrome.module.css';
import { ConnectionBar } from './ConnectionBar.tsx';
import { useTitleInstead, useTitleName, useTitlePrefix } from './document-title.ts';

type Props = { title: string; children: ReactNode };

/** Around every page: the document title, the skip link, the connection bar and the toast. */
export function AppChrome({ title: ofRoute, children }: Props) {
  const instead = useTitleInstead();
  const name = useTitleName();
  const title = instead ?? ofRoute;
  const parts = [...(name === '' || instead !== null ? [] : [name]), title].map(isolated);
  return (
    <>
      <title>{useTitlePrefix() + (title === 'Daybook' ? title : [...parts, 'Daybook'].join(' · '))}</title>
      <a className={`visually-hidden ${classes.skip}`} href="#content">
        {m.shell_skip()}
      </a>
      <ConnectionBar />
      {children}
      <ToastBar />
    </>
  );
}
