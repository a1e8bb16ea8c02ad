import { useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../../ui/Button.tsx';
import { findInstallHint, hideInstallHint, type InstallHintKind, install, requestPersistence } from './install.ts';
import classes from './unsent.module.css';

/** How to keep the browser from deleting what waits: shown beside it, where that is possible. */
export function InstallHint() {
  const [hint, setHint] = useState<InstallHintKind | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    const show = () => void findInstallHint().then((found) => ending.signal.aborted || setHint(found));
    const showInstalled = () => {
      window.daybookInstallOffer = undefined;
      requestPersistence();
      show();
    };
    show();
    window.addEventListener('beforeinstallprompt', show, ending);
    window.addEventListener('appinstalled', showInstalled, ending);
    return () => ending.abort();
  }, []);
  if (hint === null) return null;
  return (
    <div className={classes.hint}>
      <p className="small dimmed">{hint === 'offered' ? m.unsent_install_text() : m.unsent_install_home_screen()}</p>
      <div className={classes.buttons}>
        {hint === 'offered' && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              setHint(null);
              void install();
            }}
          >
            {m.unsent_install()}
          </Button>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setHint(null);
            hideInstallHint();
          }}
        >
          {m.unsent_install_not_now()}
        </Button>
      </div>
    </div>
  );
}
