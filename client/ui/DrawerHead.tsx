import { Drawer } from '@mantine/core';
import { m } from '#locales/messages.js';
import classes from './drawer.module.css';

/** Stays in view over what scrolls. No <header>: the page has one. */
export const DrawerHead = ({ title }: { title: string }) => (
  <div className={classes.head}>
    <Drawer.Title>{title}</Drawer.Title>
    <Drawer.CloseButton aria-label={m.shell_close()} />
  </div>
);
