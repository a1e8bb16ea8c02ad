import { m } from '#locales/messages.js';
import { Drawer } from '../ui/Dialog.tsx';
import { AccountSections } from './AccountSections.tsx';
import classes from './account.module.css';

/** The account of somebody without a company, whom the guard lets into no page of settings. */
export const AccountDrawer = ({ onClose }: { onClose: () => void }) => (
  <Drawer isOpen title={m.route_account_settings()} onClose={onClose}>
    <div className={classes.drawerBody}>
      <AccountSections />
    </div>
  </Drawer>
);
