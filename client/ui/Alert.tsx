import type { ComponentProps, ReactNode } from 'react';
import classes from './alert.module.css';

type Props = Omit<ComponentProps<'div'>, 'title'> & {
  tone: 'warning' | 'error';
  title?: string;
  icon?: ReactNode;
};

/** A message within the page or a form, read aloud when it appears. */
export const Alert = ({ tone, title, icon, className = '', children, ...rest }: Props) => (
  <div role="alert" {...rest} className={`${classes.alert} ${className}`} data-tone={tone}>
    {icon}
    <div className={classes.content}>
      {title && <p className={classes.title}>{title}</p>}
      {children}
    </div>
  </div>
);
