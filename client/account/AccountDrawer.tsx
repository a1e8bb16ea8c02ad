import { m } from '#locales/messages.js';
import { Drawer } from '../ui/Dialog.tsx';
import { AccountSections } from './AccountSections.tsx';
import classes from './account.module.css';

export const AccountDrawer = ({ onClose }: { onClose: () => void }) => (
  <Drawer isOpen title={m.route_account_settings()} onClose={onClose}>
    <div className={classes.drawerBody}>
      <AccountSections />
    </div>
  </Drawer>
);
