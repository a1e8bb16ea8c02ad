import LogOut from 'lucide-react/icons/log-out';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useAuth } from '../auth.ts';
import { useRouteAccess } from '../routing/route-access.ts';
import { signOutToLogin } from '../session/sign-out.ts';
import { EmailText } from '../ui/EmailText.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine, MenuLink } from '../ui/Menu.tsx';
import { userMenuItems } from './navigation-items.ts';
import classes from './shell.module.css';

export function UserMenu() {
  const { user } = useAuth();
  const access = useRouteAccess();
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
          {/* Rendered by the style sheet, because the initials are decorative: the accessible name contains the full name. */}
          <span className={classes.initials} data-initials={initialsOf(user.name)} />
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
      <MenuLine />
      <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={signOutToLogin}>
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
