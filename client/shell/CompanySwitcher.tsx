import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import Plus from 'lucide-react/icons/plus';
import { Suspense } from 'react';
import { m } from '#locales/messages.js';
import { chooseCompany, useAuth, useCompanies } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { roleLabel } from '../role-labels.ts';
import { lazyPart } from '../ui/lazy.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../ui/Menu.tsx';
import classes from './shell.module.css';

const InviteItems = lazyPart(() => import('./InviteItems.tsx').then((file) => file.InviteItems));

/** The active company, the other companies, pending invites, and founding another company. */
export function CompanySwitcher({ onFound }: { onFound: () => void }) {
  const { availableCompanies, activeCompany } = useCompanies();
  const { user } = useAuth();
  const navigate = useNavigate();
  const ownInvites = useQuery({ ...apiQuery('invites', 'GET /invites', {}), enabled: user?.emailVerified === true });
  const invites = ownInvites.data?.invites ?? [];
  const switchTo = (id: string) => {
    chooseCompany(id);
    navigate({ to: '/dashboard' });
  };
  if (!activeCompany) return null;
  return (
    <Menu
      button={(trigger) => (
        <button {...trigger} type="button" className={classes.switcher}>
          <span className={classes.companyName}>{activeCompany.name}</span>
          {invites.length > 0 && (
            <span className={classes.count}>{m.shell_invites_waiting({ count: invites.length })}</span>
          )}
          <ChevronsUpDown size={16} aria-hidden />
        </button>
      )}
    >
      <MenuLabel>{m.shell_companies()}</MenuLabel>
      {availableCompanies.map((company) => (
        <MenuItem
          key={company.id}
          onSelect={() => switchTo(company.id)}
          end={company.id === activeCompany.id ? <Check size={16} aria-label={m.shell_active()} /> : null}
        >
          {company.name}
          <div className="small dimmed">{roleLabel(company.role)}</div>
        </MenuItem>
      ))}
      {invites.length > 0 && (
        <Suspense>
          <InviteItems invites={invites} onJoined={switchTo} />
        </Suspense>
      )}
      <MenuLine />
      <MenuItem icon={<Plus size={16} aria-hidden />} onSelect={onFound}>
        {m.shell_new_company()}
      </MenuItem>
    </Menu>
  );
}
