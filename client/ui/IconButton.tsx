import type { ComponentProps } from 'react';
import classes from './button.module.css';
import { useShortcutProps } from './shortcuts.ts';

export type IconButtonProps = ComponentProps<'button'> & {
  'aria-label': string;
  variant?: 'subtle' | 'default';
  /** In short, for who points at it. */
  tip?: string;
};

/** A button that is only a picture; its name is its `aria-label`. */
export function IconButton({ variant = 'subtle', tip, className = '', ...rest }: IconButtonProps) {
  const shortcut = useShortcutProps(rest['aria-keyshortcuts']);
  const look = { className: `${classes.icon} ${className}`, 'data-variant': variant, 'data-tip': tip };
  return <button type="button" {...rest} {...shortcut} {...look} />;
}
