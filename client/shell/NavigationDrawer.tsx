import { Link } from '@tanstack/react-router';
import Settings from 'lucide-react/icons/settings';
import { m } from '#locales/messages.js';
import { usePathParameter } from '../routing/location.ts';
import { useRouteAccess } from '../routing/route-access.ts';
import { Modal } from '../ui/Modal.tsx';
import { navigationItems } from './navigation-items.ts';
import links from './navigation-link.module.css';
import { PendingCount, usePendingCounts } from './PendingCount.tsx';
import { isCompanySection, settingsPath } from './settings-sections.ts';
import classes from './shell.module.css';

type Props = { isOpen: boolean; isWide: boolean; onClose: () => void };

/** Next to the page on wide screens, else a dialog over it. */
export function NavigationDrawer({ isOpen, isWide, onClose }: Props) {
  if (isWide) {
    return (
      <nav className={classes.drawer} aria-label={m.shell_navigation()} hidden={!isOpen}>
        <NavigationList />
      </nav>
    );
  }
  return (
    <Modal
      isOpen={isOpen}
      className={classes.overlayDrawer}
      aria-label={m.shell_navigation()}
      onClose={onClose}
      closesOnLink
    >
      <nav aria-label={m.shell_navigation()}>
        <NavigationList onGo={onClose} />
      </nav>
    </Modal>
  );
}

function NavigationList({ onGo }: { onGo?: () => void }) {
  const access = useRouteAccess();
  const counts = usePendingCounts();
  return (
    <>
      <ul className={classes.places}>
        {navigationItems(access).map(({ path, label, icon: Icon, pending }) => (
          <li key={path}>
            <Link
              to={path}
              className={links.link ?? ''}
              activeOptions={{ includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              onClick={() => onGo?.()}
            >
              <Icon size={18} strokeWidth={1.75} aria-hidden />
              <span>{label()}</span>
              {pending && <PendingCount count={counts?.[pending.count] ?? 0} countLabel={pending.countLabel} />}
            </Link>
          </li>
        ))}
      </ul>
      {access?.scopes['company.update'] && <CompanySettingsLink onGo={onGo} />}
    </>
  );
}

/** Below the pages, for company admins; current in each section of the company. */
function CompanySettingsLink({ onGo }: { onGo: (() => void) | undefined }) {
  const isCurrent = isCompanySection(usePathParameter('section'));
  return (
    <ul className={`${classes.places} ${classes.morePlaces}`}>
      <li>
        <Link
          to={settingsPath('company')}
          className={links.link ?? ''}
          aria-current={isCurrent || undefined}
          onClick={() => onGo?.()}
        >
          <Settings size={18} strokeWidth={1.75} aria-hidden />
          <span>{m.shell_company_settings()}</span>
        </Link>
      </li>
    </ul>
  );
}
