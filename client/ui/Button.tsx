import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { go, point } from '../routing/way.ts';
import classes from './button.module.css';
import { useShortcutProps } from './shortcuts.ts';

type Look = {
  variant?: 'filled' | 'default' | 'subtle' | 'light';
  color?: 'gray' | 'red';
  size?: 'compact-sm';
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  fullWidth?: boolean;
};

export type ButtonProps = Look & ComponentProps<'button'> & { loading?: boolean };
export type LinkButtonProps = Look & ComponentProps<'a'> & { href: string };

/** The one button, by a style sheet alone: it also stands on pages that come before the kit of components. */
export function Button({ type = 'button', loading = false, disabled, children, ...rest }: ButtonProps) {
  const { look, others } = dressed(rest);
  const shortcut = useShortcutProps(others['aria-keyshortcuts']);
  return (
    <button
      {...others}
      {...shortcut}
      {...look}
      type={type}
      disabled={loading || disabled === true}
      {...(loading ? { 'data-loading': true, 'aria-busy': true } : {})}
    >
      <Inner left={rest.leftSection} right={rest.rightSection}>
        {children}
      </Inner>
    </button>
  );
}

/** A link within the site that looks like a button. */
export function LinkButton({ children, ...rest }: LinkButtonProps) {
  const { look, others } = dressed(rest);
  return (
    <a {...others} {...look} {...followed(rest.href)}>
      <Inner left={rest.leftSection} right={rest.rightSection}>
        {children}
      </Inner>
    </a>
  );
}

/** What makes a plain link one within the page; with a modifier key it stays the browser's own. */
export const followed = (href: string, onFollow?: () => void) => ({
  href,
  onPointerEnter: () => point(href),
  onFocus: () => point(href),
  onClick: (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow?.();
    go(href);
  },
});

const Inner = ({ left, right, children }: { left: ReactNode; right: ReactNode; children: ReactNode }) => (
  <span className={classes.inner}>
    {left}
    <span className={classes.label}>{children}</span>
    {right}
  </span>
);

function dressed<P extends Look & { className?: string | undefined }>(props: P) {
  const { variant = 'filled', color, size, leftSection, rightSection, fullWidth, className, ...others } = props;
  const look = {
    className: className ? `${classes.button} ${className}` : classes.button,
    'data-variant': variant,
    'data-color': color,
    'data-size': size,
    'data-wide': fullWidth || undefined,
    'data-left': leftSection ? true : undefined,
    'data-right': rightSection ? true : undefined,
  };
  return { look, others };
}
