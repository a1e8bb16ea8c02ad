import type { ComponentProps } from 'react';
import classes from './ui.module.css';

/** A part of a page that scrolls: a named region that the keyboard reaches. */
export const ScrollRegion = ({ className = '', ...props }: ComponentProps<'section'> & { 'aria-label': string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
  <section className={`${classes.scrollRegion} ${className}`} tabIndex={0} {...props} />
);
