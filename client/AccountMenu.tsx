import CircleUser from 'lucide-react/icons/circle-user';
import { m } from '#locales/messages.js';
import { useOverlay } from './shell/overlay.ts';
import { UserMenu } from './shell/UserMenu.tsx';
import { lazyPart, OverlayMount } from './ui/lazy.tsx';
import { MenuItem } from './ui/Menu.tsx';

const AccountDrawer = lazyPart(() => import('./account/AccountDrawer.tsx').then((file) => file.AccountDrawer));

/** The user menu without a company: the guard then allows no settings page, so the account opens in a drawer. */
export function AccountMenu() {
  const { isOpen, open, close } = useOverlay();
  return (
    <>
      <UserMenu>
        <MenuItem icon={<CircleUser size={16} aria-hidden />} onSelect={open}>
          {m.route_account_settings()}
        </MenuItem>
      </UserMenu>
      {isOpen && (
        <OverlayMount>
          <AccountDrawer onClose={close} />
        </OverlayMount>
      )}
    </>
  );
}
