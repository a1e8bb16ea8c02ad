import type { LucideIcon } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { Button, LinkButton } from './Button.tsx';
import { PageBack } from './page-back.ts';
import { prefetchOnHover } from './prefetch-on-hover.ts';
import classes from './ui.module.css';

export type PageAction = {
  label: string;
  icon?: LucideIcon;
  /** Its keyboard shortcut. */
  shortcut?: string;
  isDisabled?: boolean;
} & (
  | { to: string; onClick?: never; onPrefetch?: never }
  | {
      onClick: () => void;
      /** Prefetches what it would show. */
      onPrefetch?: () => void;
      to?: never;
    }
);

export type PageHeaderProps = {
  title: string;
  /** One line under the title. */
  text?: ReactNode;
  /** Figures of the list below, beside the title. */
  figures?: ReactNode;
  /** The primary action; on a phone a button above the lower edge of the window. */
  action?: PageAction | null;
  /** Shown next to the primary action. */
  beside?: ReactNode;
  /** Secondary actions, such as an export. */
  children?: ReactNode;
};

export function PageHeader({ title, text, figures, action, beside, children }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.headerTitle}>
        <div className={classes.titleLine}>
          {use(PageBack)}
          <h1>{title}</h1>
        </div>
        {text && <p className="dimmed">{text}</p>}
        {figures}
      </div>
      {children && <div className={classes.headerMore}>{children}</div>}
      {action && (
        <div className={classes.headerAction}>
          {beside}
          <PrimaryAction {...action} />
        </div>
      )}
    </header>
  );
}

function PrimaryAction({ label, icon: Icon, shortcut, isDisabled = false, to, onClick, onPrefetch }: PageAction) {
  const section = Icon ? <Icon size={18} aria-hidden /> : null;
  if (to !== undefined) {
    return (
      <LinkButton href={to} leftSection={section} fullWidth>
        {label}
      </LinkButton>
    );
  }
  return (
    <Button
      {...(onPrefetch && prefetchOnHover(onPrefetch))}
      aria-keyshortcuts={shortcut}
      onClick={onClick}
      leftSection={section}
      disabled={isDisabled}
      fullWidth
    >
      {label}
    </Button>
  );
}
