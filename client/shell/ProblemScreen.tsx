import type { LucideIcon } from 'lucide-react';
import CloudOff from 'lucide-react/icons/cloud-off';
import { type ReactNode, use } from 'react';
import { m } from '#locales/messages.js';
import { PageBack } from '../ui/page-back.ts';
import classes from './problems.module.css';

export type ProblemScreenProps = { icon: LucideIcon; title: string; text: string; children?: ReactNode };

/** Instead of a page: what happened, what was kept, and the next step. */
export function ProblemScreen({ icon: Icon, title, text, children }: ProblemScreenProps) {
  return (
    <>
      {use(PageBack)}
      <div className={classes.problem} role="alert">
        <Icon size={32} strokeWidth={1.5} aria-hidden className={classes.problemIcon} />
        <h1>{title}</h1>
        <p className="dimmed">{text}</p>
        <div className={classes.problemActions}>{children}</div>
      </div>
    </>
  );
}

/** The server is unreachable: stopped, restarting, or the connection is lost. */
export function ServerUnreachableScreen({ children }: { children: ReactNode }) {
  const text = navigator.onLine ? m.shell_stopped_text() : m.shell_offline_text();
  return (
    <ProblemScreen icon={CloudOff} title={m.shell_stopped_title()} text={text}>
      {children}
    </ProblemScreen>
  );
}
