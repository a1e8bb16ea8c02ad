// Shown instead of rows: empty, failed, loading.

import type { LucideIcon } from 'lucide-react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Inbox from 'lucide-react/icons/inbox';
import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { isMissing } from '../api.ts';
import { Button } from './Button.tsx';
import { problemText } from './problem-text.ts';
import { Skeleton } from './Skeleton.tsx';
import classes from './ui.module.css';

export type EmptyStateProps = {
  /** Why the list is empty. */
  text: string;
  title?: string;
  icon?: LucideIcon;
  /** The next step. */
  children?: ReactNode;
};

export function EmptyState({ text, title, icon: Icon = Inbox, children }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <Icon size={28} strokeWidth={1.5} aria-hidden />
      {title && <h2>{title}</h2>}
      <p>{text}</p>
      {children && <div className={classes.stateActions}>{children}</div>}
    </div>
  );
}

export type ErrorStateProps = { error: unknown; onRetry: () => void };

export function ErrorState({ error, onRetry }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <CircleAlert size={28} strokeWidth={1.5} aria-hidden />
      <p>{problemText(error)}</p>
      {!isMissing(error) && (
        <div className={classes.stateActions}>
          <Button variant="default" onClick={onRetry}>
            {m.shell_try_again()}
          </Button>
        </div>
      )}
    </div>
  );
}

export type SkeletonRowsProps = { rows?: number; height?: number };

export function SkeletonRows({ rows = 8, height = 44 }: SkeletonRowsProps) {
  return (
    <div className={classes.skeletons} role="status">
      <span className="visually-hidden">{m.shell_loading()}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical rows that never move
        <Skeleton key={index} height={height} />
      ))}
    </div>
  );
}
