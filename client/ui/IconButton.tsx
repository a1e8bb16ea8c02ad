import type { ComponentProps } from 'react';
import classes from './button.module.css';

export type IconButtonProps = ComponentProps<'button'> & {
  'aria-label': string;
  variant?: 'subtle' | 'default';
  /** In short, for who points at it. */
  tip?: string;
};

/** A button that is only a picture; its name is its `aria-label`. */
export const IconButton = ({ variant = 'subtle', tip, className = '', ...rest }: IconButtonProps) => (
  <button type="button" {...rest} className={`${classes.icon} ${className}`} data-variant={variant} data-tip={tip} />
);
