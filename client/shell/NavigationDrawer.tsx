import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { m } from '#locales/messages.js';
import { useCompanies } from '../auth.ts';
import { read } from '../queries.ts';
import { useReader } from '../routing/openable.ts';
import { leaving } from '../ui/leaving.ts';
import { type Place, placesOf } from './navigation.ts';
import classes from './shell.module.css';

type Props = { isOpen: boolean; isWide: boolean; onClose: () => void };

/** Next to the page on wide screens, else a dialog over it. */
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
    <dialog
      ref={dialog}
      className={classes.overlayDrawer}
      aria-label={m.shell_navigation()}
      onClose={onClose}
      {...leaving(onClose)}
    >
      <nav aria-label={m.shell_navigation()}>
        <Places onGo={onClose} />
      </nav>
    </dialog>
  );
}

/** The server counts no further. */
const mostShown = 99;

/** The number of pending items; nothing for zero. */
function Waiting({ count, say }: { count: number; say: NonNullable<Place['waiting']>['say'] }) {
  if (count === 0) return null;
  const shown = count > mostShown ? `${mostShown}+` : String(count);
  return (
    <span className={classes.waiting}>
      <span aria-hidden>{shown}</span>
      <span className="visually-hidden">{say({ count: shown })}</span>
    </span>
  );
}

function useCounts() {
  const { activeCompany } = useCompanies();
  const companyId = activeCompany?.id ?? '';
  const query = read('dashboard', 'GET /companies/{companyId}/counts', { companyId });
  return useQuery({ ...query, enabled: companyId !== '' }).data;
}

function Places({ onGo }: { onGo?: () => void }) {
  const reader = useReader();
  const counts = useCounts();
  return (
    <ul className={classes.places}>
      {placesOf(reader).map(({ path, label, icon: Icon, waiting }) => (
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
            {waiting && <Waiting count={counts?.[waiting.count] ?? 0} say={waiting.say} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
