import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { m } from '#locales/messages.js';
import { useRole } from '../auth.ts';
import { placesOf } from './navigation.ts';
import classes from './shell.module.css';

type Props = { isOpen: boolean; isWide: boolean; onClose: () => void };

/** Beside the page where there is room; a dialog over it where there is not. */
export function NavigationDrawer({ isOpen, isWide, onClose }: Props) {
  if (isWide) {
    return (
      <nav className={classes.drawer} aria-label={m.shell_navigation()} hidden={!isOpen}>
        <Places />
      </nav>
    );
  }
  return isOpen ? <OverlayDrawer onClose={onClose} /> : null;
}

function OverlayDrawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className={classes.overlayDrawer}
      aria-label={m.shell_navigation()}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <nav aria-label={m.shell_navigation()}>
        <Places onGo={onClose} />
      </nav>
    </dialog>
  );
}

function Places({ onGo }: { onGo?: () => void }) {
  const role = useRole();
  return (
    <ul className={classes.places}>
      {placesOf(role).map(({ path, label, icon: Icon }) => (
        <li key={path}>
          <Link
            to={path}
            className={classes.place ?? ''}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'data-current': true, 'aria-current': 'page' }}
            onClick={() => onGo?.()}
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden />
            <span>{label()}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
