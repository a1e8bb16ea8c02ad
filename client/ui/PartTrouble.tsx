import CloudOff from 'lucide-react/icons/cloud-off';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { NoAnswer } from '../api.ts';
import { PageNotLoaded, reloadForPage } from '../routing/page-loading.ts';
import { actIfThere, useServerIsBack } from '../routing/server-is-back.ts';
import { Button } from './Button.tsx';
import classes from './part.module.css';

/** Where the load error of a part is shown: in its place, over the page, or nowhere, because nobody requested the part. */
export const Need = createContext<'in-place' | 'over-page' | 'not-yet'>('in-place');

type Props = { error: unknown; onRetry: () => void };

/** Shown instead of a part that could not be loaded. Other errors are thrown to the error component of the page. */
export function PartTrouble({ error, onRetry }: Props) {
  if (error instanceof PageNotLoaded) return <PartMissing error={error} />;
  if (error instanceof NoAnswer) return <PartLate onRetry={onRetry} />;
  throw error;
}

/** The server is unreachable: retries when it is back, and when the user requests the part. */
function PartLate({ onRetry }: Pick<Props, 'onRetry'>) {
  const need = useContext(Need);
  const before = useRef(need);
  useServerIsBack(onRetry);
  useEffect(() => {
    if (before.current === 'not-yet' && need !== 'not-yet') onRetry();
    before.current = need;
  }, [need, onRetry]);
  return (
    <Trouble text={navigator.onLine ? m.ui_part_unreached() : m.ui_part_offline()}>
      <Button variant="default" size="compact-sm" onClick={() => actIfThere(onRetry)}>
        {m.shell_try_again()}
      </Button>
    </Trouble>
  );
}

/** The server no longer has the chunk: most often a reload brings the new release. */
function PartMissing({ error }: { error: PageNotLoaded }) {
  const need = useContext(Need);
  const [isReloading, setReloading] = useState(false);
  const isWaitedFor = need !== 'not-yet';
  useEffect(() => {
    if (isWaitedFor) setReloading(reloadForPage(error));
  }, [isWaitedFor, error]);
  if (isReloading) return null;
  return (
    <Trouble text={m.shell_chunk_text()}>
      <Button variant="default" size="compact-sm" onClick={() => window.location.reload()}>
        {m.shell_reload()}
      </Button>
    </Trouble>
  );
}

function Trouble({ text, children }: { text: string; children: ReactNode }) {
  const need = useContext(Need);
  if (need === 'not-yet') return null;
  return (
    <div className={classes.trouble} data-over={need === 'over-page' || undefined} role="alert">
      <CloudOff size={18} aria-hidden />
      <p>{text}</p>
      {children}
    </div>
  );
}
