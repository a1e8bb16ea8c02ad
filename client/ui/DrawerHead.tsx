import { Drawer } from '@mantine/core';
import { m } from '#locales/messages.js';
import classes from './drawer.module.css';

/** Sticky title of a drawer. Not a <header>, because the page has one. */
export const DrawerHead = ({ title }: { title: string }) => (
  <div className={classes.head}>
    <Drawer.Title>{title}</Drawer.Title>
    <Drawer.CloseButton aria-label={m.shell_close()} />
  </div>
);
