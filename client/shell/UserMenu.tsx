import CircleUser from 'lucide-react/icons/circle-user';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import Sparkles from 'lucide-react/icons/sparkles';
import { m } from '#locales/messages.js';
import { useAuth, useRole } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { leave } from '../session/sign-out.ts';
import { EmailText } from '../ui/EmailText.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine, MenuLink } from '../ui/Menu.tsx';
import classes from './shell.module.css';

export function UserMenu() {
  const { user } = useAuth();
  const role = useRole();
  if (!user) return null;
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
          {/* Drawn by the style sheet: initials are a picture, and the name of the button says more. */}
          <span className={classes.initials} data-initials={initialsOf(user.name)} />
        </button>
      )}
    >
      <MenuLabel>
        {user.name}
        <br />
        <EmailText email={user.email} />
      </MenuLabel>
      <MenuLink href={pathTo('/account-settings')} icon={<CircleUser size={16} aria-hidden />}>
        {m.route_account_settings()}
      </MenuLink>
      <MenuLink href={pathTo('/settings')} icon={<Settings size={16} aria-hidden />}>
        {m.route_settings()}
      </MenuLink>
      {role === 'company admin' && (
        <MenuLink href={pathTo('/upgrade')} icon={<Sparkles size={16} aria-hidden />}>
          {m.route_upgrade()}
        </MenuLink>
      )}
      <MenuLine />
      <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={leave}>
        {m.shell_sign_out()}
      </MenuItem>
    </Menu>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase();
}
