import { Link } from '@tanstack/react-router';
import Zap from 'lucide-react/icons/zap';
import { m } from '#locales/messages.js';
import { canOpen, useRouteAccess } from '../routing/route-access.ts';
import { bottomItems } from './bottom-items.ts';
import classes from './bottom-navigation.module.css';
import { useFieldInSight } from './field-in-sight.ts';
import { PendingCount, usePendingCounts } from './PendingCount.tsx';
import { PullToRefresh } from './PullToRefresh.tsx';
import { needsOwnPull } from './pull.ts';
import { openQuickEntry } from './quick-entry.ts';

/** What only a phone has around the page. */
export function BottomNavigation() {
  useFieldInSight();
  return (
    <>
      <MainPages />
      {needsOwnPull() && <PullToRefresh />}
    </>
  );
}

/** At the lower edge: the pages that a person needs most, and quick entry for those who log time. */
function MainPages() {
  const access = useRouteAccess();
  const counts = usePendingCounts();
  return (
    <nav className={classes.navigation} aria-label={m.shell_main_pages()} data-bottom-navigation>
      <ul>
        {bottomItems(access).map(({ path, label, icon: Icon, pending }) => (
          <li key={path}>
            <Link
              to={path}
              className={classes.place ?? ''}
              activeOptions={{ includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              <span className={classes.picture}>
                <Icon size={22} strokeWidth={1.75} aria-hidden />
              </span>
              <span>{label()}</span>
              {pending && <PendingCount count={counts?.[pending.count] ?? 0} countLabel={pending.countLabel} />}
            </Link>
          </li>
        ))}
        {canOpen('/worklogs', access) && (
          <li>
            <button type="button" className={classes.place} onClick={() => openQuickEntry()}>
              <span className={classes.picture}>
                <Zap size={22} strokeWidth={1.75} aria-hidden />
              </span>
              <span>{m.quick_title()}</span>
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}
