import { useState } from 'react';
import { showToast, type ToastType } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, Drawer } from '../ui/Dialog.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../ui/Menu.tsx';
import { Popup } from '../ui/Popup.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Examples } from './Examples.tsx';

const toasts: readonly ToastType[] = ['info', 'success', 'warning', 'error'];

export function Overlays() {
  const [opened, setOpened] = useState<'medium' | 'large' | 'drawer' | null>(null);
  const close = () => setOpened(null);
  return (
    <Examples of="Dialog, drawer, menu, popup, toast">
      <Button onClick={() => setOpened('medium')}>Dialog</Button>
      <Button onClick={() => setOpened('large')}>Large dialog</Button>
      <Button onClick={() => setOpened('drawer')}>Drawer</Button>
      <Menu button={(trigger) => <Button {...trigger}>Menu</Button>}>
        <MenuLabel>Label</MenuLabel>
        <MenuItem onSelect={() => {}}>Item</MenuItem>
        <MenuLine />
        <MenuItem color="red" onSelect={() => {}}>
          Dangerous item
        </MenuItem>
      </Menu>
      <Popup label="Popup" button={(trigger) => <Button {...trigger}>Popup</Button>}>
        {(closePopup) => <Button onClick={closePopup}>Close</Button>}
      </Popup>
      <Toasts />
      <Dialog
        isOpen={opened === 'medium' || opened === 'large'}
        size={opened === 'large' ? 'large' : 'medium'}
        title="Dialog"
        onClose={close}
      >
        <p>The rest of the page cannot be used; a toast can.</p>
        <Toasts />
      </Dialog>
      <Drawer isOpen={opened === 'drawer'} title="Drawer" onClose={close}>
        <TextField label="Has the focus first" />
        <Toasts />
      </Drawer>
    </Examples>
  );
}

const Toasts = () =>
  toasts.map((type) => (
    <Button
      key={type}
      variant="default"
      onClick={() => showToast(`A toast: ${type}.`, { type, action: { label: 'Undo', run: () => {} } })}
    >
      Toast: {type}
    </Button>
  ));
