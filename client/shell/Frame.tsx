// Frame of the signed-in pages: top bar, navigation drawer, page. The layout `inner` adds the back button.

import { useRouterState } from '@tanstack/react-router';
import MenuIcon from 'lucide-react/icons/menu';
import { type ReactNode, useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import { useCompanies } from '../auth.ts';
import { subscribeToCompany } from '../live/live.ts';
import { QueryProvider } from '../QueryProvider.tsx';
import { QuickEntryMount } from '../QuickEntryMount.tsx';
import type { RouteFlags } from '../routes.ts';
import { canOpen, useRouteAccess } from '../routing/route-access.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { lazyPart, Optional } from '../ui/lazy.tsx';
import { useIsWide } from '../ui/width.ts';
import { BackButton } from './BackButton.tsx';
import { CompanySwitcher } from './CompanySwitcher.tsx';
import { FinderButton } from './FinderButton.tsx';
import { Logo } from './Logo.tsx';
import { NavigationDrawer } from './NavigationDrawer.tsx';
import { ShortcutHelpButton } from './ShortcutHelpButton.tsx';
import classes from './shell.module.css';
import { UserMenu } from './UserMenu.tsx';

const TimerControl = lazyPart(() => import('../timers/TimerControl.tsx').then((file) => file.TimerControl));

export function Frame({ flags, children }: { flags: RouteFlags | undefined; children: ReactNode }) {
  const { activeCompany } = useCompanies();
  const access = useRouteAccess();
  const isWide = useIsWide();
  // Initially open next to the page; closed on a phone, where it would cover the page.
  const [isOpen, setOpen] = useState({ wide: true, narrow: false });
  const isShown = isWide ? isOpen.wide : isOpen.narrow;
  const show = (isNext: boolean) => setOpen(isWide ? { ...isOpen, wide: isNext } : { ...isOpen, narrow: isNext });
  // Also on unknown paths.
  const hasBackButton = !flags || (flags.layout === 'inner' && !flags.noBackButton);
  const companyId = activeCompany?.id;
  // Remounts everything for another company or role, so that no data of the previous one stays.
  const scope = `${companyId} ${activeCompany?.role}`;
  // The timer is loaded after the page.
  const isPageReady = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined });
  return (
    <QueryProvider>
      <div className={classes.frame} data-drawer={isWide && isShown ? 'open' : 'closed'}>
        <header className={classes.bar}>
          <IconButton
            onClick={() => show(!isShown)}
            aria-label={isShown ? m.shell_close_navigation() : m.shell_open_navigation()}
            aria-expanded={isShown}
          >
            <MenuIcon size={22} aria-hidden />
          </IconButton>
          <Logo />
          <CompanySwitcher />
          {canOpen('/worklogs', access) && isPageReady && (
            <Optional>
              <TimerControl key={scope} />
            </Optional>
          )}
          <div className={classes.barEnd}>
            {activeCompany && <FinderButton key={scope} />}
            <ShortcutHelpButton />
            <UserMenu />
          </div>
        </header>
        {companyId && <LiveUpdates key={scope} companyId={companyId} />}
        {activeCompany && <QuickEntryMount />}
        <NavigationDrawer isOpen={isShown} isWide={isWide} onClose={() => show(false)} />
        <main id="content" tabIndex={-1} className={classes.main}>
          {hasBackButton && <BackButton backTo={flags?.backTo} />}
          <div key={scope}>{children}</div>
        </main>
      </div>
    </QueryProvider>
  );
}

/** Remounted for another company or role, which need another stream. */
function LiveUpdates({ companyId }: { companyId: string }) {
  useEffect(() => subscribeToCompany(companyId), [companyId]);
  return null;
}
