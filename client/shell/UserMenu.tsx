import LogOut from 'lucide-react/icons/log-out';
import User from 'lucide-react/icons/user';
import type { ReactNode } from 'react';
import { initialsOf } from '#domain/initials.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useAuth } from '../auth.ts';
import { useRouteAccess } from '../routing/route-access.ts';
import { EmailText } from '../ui/EmailText.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine, MenuLink } from '../ui/Menu.tsx';
import { userMenuItems } from './navigation-items.ts';
import classes from './shell.module.css';
import { signOutToLogin } from './sign-out.ts';

/** `children`: further items after the pages. */
export function UserMenu({ children }: { children?: ReactNode }) {
  const { user } = useAuth();
  const access = useRouteAccess();
  if (!user) return null;
  const initials = initialsOf(user.name);
  return (
    <Menu
      align="end"
      width={240}
      button={(trigger) => (
        <button
          {...trigger}
          type="button"
          className={classes.avatar}
          aria-label={m.shell_user_menu({ name: user.name })}
        >
          {/* Rendered by the style sheet, because the initials are decorative: the accessible name contains the full name. */}
          {initials === '' ? (
            <User size={20} aria-hidden />
          ) : (
            <span className={classes.initials} data-initials={initials} />
          )}
        </button>
      )}
    >
      <MenuLabel>
        {isolated(user.name)}
        <br />
        <EmailText email={user.email} />
      </MenuLabel>
      {userMenuItems(access).map(({ path, label, icon: Icon }) => (
        <MenuLink key={path} href={path} icon={<Icon size={16} aria-hidden />}>
          {label()}
        </MenuLink>
      ))}
      {children}
      <MenuLine />
      <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={signOutToLogin}>
        {m.shell_sign_out()}
      </MenuItem>
    </Menu>
  );
}
