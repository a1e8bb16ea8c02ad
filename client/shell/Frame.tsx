// The signed-in surroundings: top bar, navigation drawer, the page. The inner layout adds the way back.

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
  // Open at first beside the page; over the page (on a phone) it would hide what was asked for.
  const [isOpen, setOpen] = useState({ wide: true, narrow: false });
  const isShown = isWide ? isOpen.wide : isOpen.narrow;
  const show = (isNext: boolean) => setOpen(isWide ? { ...isOpen, wide: isNext } : { ...isOpen, narrow: isNext });
  // Also from an unknown address.
  const hasWayBack = !flags || (flags.layout === 'inner' && !flags.noBackButton);
  const companyId = activeCompany?.id;
  // Another company or another role is another world: nothing that was fetched in the one before may stay.
  const scope = `${companyId} ${activeCompany?.role}`;
  // What nobody looks for first does not come before the page.
  const isPageThere = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined });
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
          {mayOpen('/worklogs', reader) && isPageThere && (
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
        {companyId && <Live key={scope} companyId={companyId} />}
        {activeCompany && <QuickEntryPlace />}
        <NavigationDrawer isOpen={isShown} isWide={isWide} onClose={() => show(false)} />
        <main id="content" tabIndex={-1} className={classes.main}>
          {hasWayBack && <BackButton backTo={flags?.backTo} />}
          <div key={scope}>{children}</div>
        </main>
      </div>
    </Answers>
  );
}

/** Under another role it is another stream. */
function Live({ companyId }: { companyId: string }) {
  useEffect(() => followCompany(companyId), [companyId]);
  return null;
}
