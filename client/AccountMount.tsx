import { lazyPart, OverlayMount } from './ui/lazy.tsx';

const AccountDrawer = lazyPart(() => import('./account/AccountDrawer.tsx').then((file) => file.AccountDrawer));

/** The account over a page of the shell, which knows no feature. */
export const AccountMount = ({ onClose }: { onClose: () => void }) => (
  <OverlayMount>
    <AccountDrawer onClose={onClose} />
  </OverlayMount>
);
