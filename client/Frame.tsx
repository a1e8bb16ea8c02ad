// Frame of the signed-in pages: top bar, navigation drawer, page. The layout `inner` adds the back button.

import { useRouterState } from '@tanstack/react-router';
import MenuIcon from 'lucide-react/icons/menu';
import { type ReactNode, useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import { useAuth, useCompanies } from './auth.ts';
import { subscribeToCompany } from './live/live.ts';
import { QueryProvider } from './QueryProvider.tsx';
import type { RouteFlags } from './routes.ts';
import { canOpen, useRouteAccess } from './routing/route-access.ts';
import { afterPage } from './shell/after-page.ts';
import { BackButton } from './shell/BackButton.tsx';
import { CompanySwitcher } from './shell/CompanySwitcher.tsx';
import { FinderButton } from './shell/FinderButton.tsx';
import { Logo } from './shell/Logo.tsx';
import { NavigationDrawer } from './shell/NavigationDrawer.tsx';
import { useOverlay } from './shell/overlay.ts';
import { ShortcutHelpButton } from './shell/ShortcutHelpButton.tsx';
import classes from './shell/shell.module.css';
import { UserMenu } from './shell/UserMenu.tsx';
import { IconButton } from './ui/IconButton.tsx';
import { lazyPart, Optional, OverlayMount } from './ui/lazy.tsx';
import { PageBack } from './ui/page-back.ts';
import { useIsPhone, useIsWide } from './ui/width.ts';
import { QuickEntryDialog } from './worklogs/quick-entry/QuickEntryField.tsx';
import { loadUnsent, useIsUnsentNeeded } from './worklogs/unsent/load.ts';

const FoundCompanyDialog = lazyPart(() =>
  import('./companies/FoundCompanyDialog.tsx').then((file) => file.FoundCompanyDialog),
);
const TimerControl = lazyPart(() =>
  afterPage(() => import('./timers/TimerControl.tsx')).then((file) => file.TimerControl),
);

const BottomNavigation = lazyPart(() =>
  afterPage(() => import('./shell/BottomNavigation.tsx')).then((file) => file.BottomNavigation),
);

const UnsentSending = lazyPart(() => afterPage(loadUnsent).then((unsent) => unsent.UnsentWorklogs));

export function Frame({ flags, children }: { flags: RouteFlags | undefined; children: ReactNode }) {
  const { activeCompany } = useCompanies();
  const { user } = useAuth();
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
  const remountKey = `${companyId} ${activeCompany?.role}`;
  const isPageReady = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined });
  const isUnsentNeeded = useIsUnsentNeeded(canOpen('/worklogs', access));
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
          <CompanyMenu />
          {canOpen('/worklogs', access) && isPageReady && (
            <Optional>
              <TimerControl key={remountKey} />
            </Optional>
          )}
          <div className={classes.barEnd}>
            {activeCompany && <FinderButton key={remountKey} />}
            <ShortcutHelpButton />
            <UserMenu />
          </div>
        </header>
        {user && isUnsentNeeded && isPageReady && (
          <Optional>
            <UnsentSending personId={user.uid} />
          </Optional>
        )}
        {companyId && <LiveUpdates key={remountKey} companyId={companyId} />}
        {activeCompany && canOpen('/worklogs', access) && <QuickEntryDialog />}
        <NavigationDrawer isOpen={isShown} isWide={isWide} onClose={() => show(false)} />
        <main id="content" tabIndex={-1} className={classes.main}>
          <PageBack value={hasBackButton ? <BackButton backTo={flags?.backTo} /> : null}>
            <div key={remountKey}>{children}</div>
          </PageBack>
        </main>
        {useIsPhone() && isPageReady && (
          <Optional>
            <BottomNavigation />
          </Optional>
        )}
      </div>
    </QueryProvider>
  );
}

/** The company menu, and the dialog in which another company is founded. */
function CompanyMenu() {
  const { isOpen, open, close } = useOverlay();
  return (
    <>
      <CompanySwitcher onFound={open} />
      {isOpen && (
        <OverlayMount>
          <FoundCompanyDialog onClose={close} />
        </OverlayMount>
      )}
    </>
  );
}

/** Remounted for another company or role, which need another stream. */
function LiveUpdates({ companyId }: { companyId: string }) {
  useEffect(() => subscribeToCompany(companyId), [companyId]);
  return null;
}
