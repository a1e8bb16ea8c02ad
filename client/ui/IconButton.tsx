import type { ComponentProps } from 'react';
import classes from './button.module.css';
import { useShortcutProps } from './shortcuts.ts';

export type IconButtonProps = ComponentProps<'button'> & {
  'aria-label': string;
  variant?: 'subtle' | 'default';
  /** Tooltip. */
  tip?: string;
  tipAlign?: 'center' | 'end';
};

/** A button that shows only an icon; `aria-label` is its name. */
export function IconButton({ variant = 'subtle', tip, tipAlign, className = '', ...rest }: IconButtonProps) {
  const shortcut = useShortcutProps(rest['aria-keyshortcuts']);
  const appearance = {
    className: `${classes.icon} ${className}`,
    'data-variant': variant,
    'data-tip': tip,
    'data-tip-align': tipAlign,
  };
  return <button type="button" {...rest} {...shortcut} {...appearance} />;
}
