import { Menu, UnstyledButton } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import CircleUser from 'lucide-react/icons/circle-user';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import Sparkles from 'lucide-react/icons/sparkles';
import { m } from '#locales/messages.js';
import { signOut, useAuth, useRole } from '../auth.ts';
import { problemText } from '../ui/problem-text.ts';
import classes from './shell.module.css';
import { showToast } from './toast.ts';

export function UserMenu() {
  const { user } = useAuth();
  const role = useRole();
  const router = useRouter();
  if (!user) return null;
  const leave = () =>
    signOut()
      .then(() => router.navigate({ to: '/login' }))
      .catch((error: unknown) => showToast(problemText(error), { type: 'error' }));
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.avatar ?? ''} aria-label={m.shell_user_menu({ name: user.name })}>
          {/* Drawn by the style sheet: initials are a picture, and the name of the button says more. */}
          <span className={classes.initials} data-initials={initialsOf(user.name)} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.who ?? ''}>
          {user.name}
          <br />
          {user.email}
        </Menu.Label>
        <Menu.Item component={Link} to="/account-settings" leftSection={<CircleUser size={16} aria-hidden />}>
          {m.route_account_settings()}
        </Menu.Item>
        <Menu.Item component={Link} to="/settings" leftSection={<Settings size={16} aria-hidden />}>
          {m.route_settings()}
        </Menu.Item>
        {role === 'company admin' && (
          <Menu.Item component={Link} to="/upgrade" leftSection={<Sparkles size={16} aria-hidden />}>
            {m.route_upgrade()}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={leave}>
          {m.shell_sign_out()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase();
}
