import type { ComponentProps, ReactNode } from 'react';
import classes from './alert.module.css';

type Props = Omit<ComponentProps<'div'>, 'title'> & {
  tone: 'info' | 'warning' | 'error';
  title?: string;
  icon?: ReactNode;
  /** A button beside the message, or below it where there is no room. */
  action?: ReactNode;
};

/** A message within the page or a form. Read aloud when it appears: at once, or as a status when what is read now has ended. */
export const Alert = ({ tone, title, icon, action, className = '', children, ...rest }: Props) => (
  <div
    role={tone === 'info' ? 'status' : 'alert'}
    {...rest}
    className={`${classes.alert} ${className}`}
    data-tone={tone}
  >
    {icon}
    <div className={classes.content}>
      <div className={classes.message}>
        {title && <p className={classes.title}>{title}</p>}
        {children}
      </div>
      {action}
    </div>
  </div>
);
