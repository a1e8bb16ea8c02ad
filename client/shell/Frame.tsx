// The signed-in surroundings: top bar, navigation drawer, the page. The inner layout adds the way back.

import { useRouterState } from '@tanstack/react-router';
import MenuIcon from 'lucide-react/icons/menu';
import { type ReactNode, useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import { Answers } from '../Answers.tsx';
import { useCompanies, useRole } from '../auth.ts';
import { followCompany } from '../live/live.ts';
import { QuickEntryPlace } from '../QuickEntryPlace.tsx';
import type { RouteFlags } from '../routes.ts';
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
  const role = useRole();
  const isWide = useIsWide();
  // Open at first beside the page; over the page (on a phone) it would hide what was asked for.
  const [isOpen, setOpen] = useState({ wide: true, narrow: false });
  const isShown = isWide ? isOpen.wide : isOpen.narrow;
  const show = (isNext: boolean) => setOpen(isWide ? { ...isOpen, wide: isNext } : { ...isOpen, narrow: isNext });
  const companyId = activeCompany?.id;
  // What nobody looks for first does not come before the page.
  const isPageThere = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined });
  useEffect(() => (companyId ? followCompany(companyId) : undefined), [companyId]);
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
          {role === 'worker' && isPageThere && (
            <Beside>
              <TimerControl key={companyId} />
            </Beside>
          )}
          <div className={classes.barEnd}>
            {activeCompany && <FinderButton />}
            <KeyHelp />
            <UserMenu />
          </div>
        </header>
        {activeCompany && <QuickEntryPlace />}
        <NavigationDrawer isOpen={isShown} isWide={isWide} onClose={() => show(false)} />
        <main id="content" tabIndex={-1} className={classes.main}>
          {flags?.layout === 'inner' && !flags.noBackButton && <BackButton backTo={flags.backTo} />}
          {/* Another company is another world: nothing of the page before may stay. */}
          <div key={companyId ?? 'none'}>{children}</div>
        </main>
      </div>
    </Answers>
  );
}
