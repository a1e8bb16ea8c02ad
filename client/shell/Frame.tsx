// Frame of the signed-in pages: top bar, navigation drawer, page. The layout `inner` adds the back button.

import { useRouterState } from '@tanstack/react-router';
import MenuIcon from 'lucide-react/icons/menu';
import { type ReactNode, useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import { Answers } from '../Answers.tsx';
import { useCompanies } from '../auth.ts';
import { followCompany } from '../live/live.ts';
import { QuickEntryPlace } from '../QuickEntryPlace.tsx';
import type { RouteFlags } from '../routes.ts';
import { mayOpen, useReader } from '../routing/openable.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Beside, lazyPart } from '../ui/lazy.tsx';
import { BackButton } from './BackButton.tsx';
import { CompanySwitcher } from './CompanySwitcher.tsx';
import { FinderButton } from './FinderButton.tsx';
import { KeyHelp } from './KeyHelp.tsx';
import { Logo } from './Logo.tsx';
import { NavigationDrawer } from './NavigationDrawer.tsx';
import classes from './shell.module.css';
import { UserMenu } from './UserMenu.tsx';
import { useIsWide } from './width.ts';

const TimerControl = lazyPart(() => import('../timer/TimerControl.tsx').then((file) => file.TimerControl));

export function Frame({ flags, children }: { flags: RouteFlags | undefined; children: ReactNode }) {
  const { activeCompany } = useCompanies();
  const reader = useReader();
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
    <Answers>
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
          {mayOpen('/worklogs', reader) && isPageReady && (
            <Beside>
              <TimerControl key={scope} />
            </Beside>
          )}
          <div className={classes.barEnd}>
            {activeCompany && <FinderButton key={scope} />}
            <KeyHelp />
            <UserMenu />
          </div>
        </header>
        {companyId && <LiveUpdates key={scope} companyId={companyId} />}
        {activeCompany && <QuickEntryPlace />}
        <NavigationDrawer isOpen={isShown} isWide={isWide} onClose={() => show(false)} />
        <main id="content" tabIndex={-1} className={classes.main}>
          {hasBackButton && <BackButton backTo={flags?.backTo} />}
          <div key={scope}>{children}</div>
        </main>
      </div>
    </Answers>
  );
}

/** Remounted for another company or role, which need another stream. */
function LiveUpdates({ companyId }: { companyId: string }) {
  useEffect(() => followCompany(companyId), [companyId]);
  return null;
}
