import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { go, preloadLink } from '../routing/navigation.ts';
import classes from './button.module.css';
import { useShortcutProps } from './shortcuts.ts';

type Appearance = {
  variant?: 'filled' | 'default' | 'subtle' | 'light';
  color?: 'gray' | 'red';
  size?: 'compact-sm';
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  fullWidth?: boolean;
};

export type ButtonProps = Appearance & ComponentProps<'button'> & { loading?: boolean };
export type LinkButtonProps = Appearance & ComponentProps<'a'> & { href: string };

export function Button({ type = 'button', loading = false, disabled, children, ...rest }: ButtonProps) {
  const { appearance, others } = splitProps(rest);
  const shortcut = useShortcutProps(others['aria-keyshortcuts']);
  return (
    <button
      {...others}
      {...shortcut}
      {...appearance}
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

/** A link that looks like a button: to a page of this site, or to a file with `download`. */
export function LinkButton({ children, ...rest }: LinkButtonProps) {
  const { appearance, others } = splitProps(rest);
  return (
    <a {...others} {...appearance} {...(rest.download === undefined && clientSideLink(rest.href))}>
      <Inner left={rest.leftSection} right={rest.rightSection}>
        {children}
      </Inner>
    </a>
  );
}

/** Props of a link that navigates without a page load; with a modifier key the browser handles the click. */
export const clientSideLink = (href: string, onFollow?: () => void) => ({
  href,
  onPointerEnter: () => preloadLink(href),
  onFocus: () => preloadLink(href),
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

function splitProps<P extends Appearance & { className?: string | undefined }>(props: P) {
  const { variant = 'filled', color, size, leftSection, rightSection, fullWidth, className, ...others } = props;
  const appearance = {
    className: className ? `${classes.button} ${className}` : classes.button,
    'data-variant': variant,
    'data-color': color,
    'data-size': size,
    'data-wide': fullWidth || undefined,
    'data-left': leftSection ? true : undefined,
    'data-right': rightSection ? true : undefined,
  };
  return { appearance, others };
}
