import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { useCan } from '../../auth.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { DeferredMount, lazyPart } from '../../ui/lazy.tsx';
import { useIsPhone } from '../../ui/width.ts';
import classes from './for-others.module.css';

const ForOthersDrawer = lazyPart(() => import('./ForOthersDrawer.tsx').then((file) => file.ForOthersDrawer));

type Props = {
  /** Only tasks of this project; absent: of every project in which the person may. */
  projectId?: string;
  /** On a phone there is room for an icon only. */
  isBesideAction?: boolean;
  /** Kept elsewhere, such as in the address; absent: closed at first. */
  opening?: { isOpen: boolean; setOpen: (isOpen: boolean) => void };
};

/** Opens the form that enters worklogs for others, where the company allows it. */
export function ForOthersButton({ projectId, isBesideAction = false, opening }: Props) {
  const [isOpenHere, setOpenHere] = useState(false);
  const { isOpen, setOpen } = opening ?? { isOpen: isOpenHere, setOpen: setOpenHere };
  const isIcon = useIsPhone() && isBesideAction;
  if (!useCan('worklogs.enter')) return null;
  const open = () => setOpen(true);
  return (
    <>
      {isIcon ? (
        <IconButton variant="default" aria-label={m.for_others_open()} onClick={open} className={classes.thumb ?? ''}>
          <Users size={20} aria-hidden />
        </IconButton>
      ) : (
        <Button variant="default" leftSection={<Users size={18} aria-hidden />} onClick={open}>
          {m.for_others_open()}
        </Button>
      )}
      <DeferredMount isNeeded={isOpen}>
        <ForOthersDrawer isOpen={isOpen} projectId={projectId ?? null} onClose={() => setOpen(false)} />
      </DeferredMount>
    </>
  );
}
