// What stands in place of a page that cannot be shown: what happened, what was kept, what to do.

import { Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import CloudOff from 'lucide-react/icons/cloud-off';
import Compass from 'lucide-react/icons/compass';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ServerCrash from 'lucide-react/icons/server-crash';
import { type ReactNode, useState } from 'react';
import { m } from '#locales/messages.js';
import { ApiProblem, NoAnswer } from '../api.ts';
import { PageNotAsked, PageNotLoaded, reloadForPage, reloadWhenServerIsThere } from '../page-loading.ts';
import { PagePending } from './PagePending.tsx';
import classes from './problems.module.css';

export type ProblemScreenProps = { icon: LucideIcon; title: string; text: string; children?: ReactNode };

export function ProblemScreen({ icon: Icon, title, text, children }: ProblemScreenProps) {
  return (
    <div className={classes.problem} role="alert">
      <Icon size={32} strokeWidth={1.5} aria-hidden className={classes.problemIcon} />
      <h1>{title}</h1>
      <p className="dimmed">{text}</p>
      <div className={classes.problemActions}>{children}</div>
    </div>
  );
}

/** Errors that the screen tells about in full: nobody learns more from the console. */
export const isToldOnScreen = (error: unknown): boolean =>
  error instanceof NoAnswer || error instanceof ApiProblem || error instanceof PageNotLoaded;

/** Nothing at this address. */
export function UnknownRoute() {
  return (
    <ProblemScreen icon={Compass} title={m.shell_unknown_title()} text={m.shell_unknown_text()}>
      <HomeButton />
    </ProblemScreen>
  );
}

/** A page that failed while it was loaded or drawn. */
export function PageProblem({ error }: { error: unknown }) {
  const router = useRouter();
  const again = (
    <Button
      leftSection={<RefreshCw size={16} aria-hidden />}
      onClick={error instanceof PageNotAsked ? reloadWhenServerIsThere : () => router.invalidate()}
    >
      {m.shell_try_again()}
    </Button>
  );
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <ProblemScreen icon={Compass} title={m.shell_missing_title()} text={error.detail || m.shell_missing_text()}>
        <HomeButton />
      </ProblemScreen>
    );
  }
  if (error instanceof NoAnswer) return <ServerUnreached>{again}</ServerUnreached>;
  if (error instanceof PageNotLoaded) return <PageMissing error={error} />;
  const text = error instanceof ApiProblem && error.detail !== '' ? error.detail : m.shell_failed_text();
  return (
    <ProblemScreen icon={ServerCrash} title={m.shell_failed_title()} text={text}>
      {again}
      <HomeButton />
    </ProblemScreen>
  );
}

/** A part of the app that the server no longer has: most often a reload brings the new release. */
function PageMissing({ error }: { error: PageNotLoaded }) {
  const [isReloading] = useState(() => reloadForPage(error));
  if (isReloading) return <PagePending />;
  return (
    <ProblemScreen icon={CloudOff} title={m.shell_chunk_title()} text={m.shell_chunk_text()}>
      <Button onClick={() => window.location.reload()}>{m.shell_reload()}</Button>
    </ProblemScreen>
  );
}

/** The server does not answer: stopped, restarting, or the connection is gone. */
export function ServerUnreached({ children }: { children: ReactNode }) {
  const text = navigator.onLine ? m.shell_stopped_text() : m.shell_offline_text();
  return (
    <ProblemScreen icon={CloudOff} title={m.shell_stopped_title()} text={text}>
      {children}
    </ProblemScreen>
  );
}

function HomeButton() {
  return (
    <Button component={Link} to="/" variant="default">
      {m.shell_home()}
    </Button>
  );
}
