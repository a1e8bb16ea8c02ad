import CloudOff from 'lucide-react/icons/cloud-off';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { NetworkError } from '../api.ts';
import { PageNotLoaded, reloadForNewRelease } from '../routing/page-loading.ts';
import { runIfReachable, usePollUntilReachable } from '../routing/poll-until-reachable.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import classes from './part.module.css';

/** Where the load error of a part is shown: in its place, over the page, or nowhere, because nobody requested the part. */
export const LoadErrorPlacement = createContext<'inline' | 'overlay' | 'hidden'>('inline');

type Props = { error: unknown; onRetry: () => void };

/** Shown instead of a part that could not be loaded. Other errors are thrown to the error component of the page. */
export function PartLoadError({ error, onRetry }: Props) {
  if (error instanceof PageNotLoaded) return <PartMissing error={error} />;
  if (error instanceof NetworkError) return <PartUnreachable onRetry={onRetry} />;
  throw error;
}

/** The server is unreachable: retries when it is back, and when the user requests the part. */
function PartUnreachable({ onRetry }: Pick<Props, 'onRetry'>) {
  const placement = useContext(LoadErrorPlacement);
  const before = useRef(placement);
  usePollUntilReachable(onRetry);
  useEffect(() => {
    if (before.current === 'hidden' && placement !== 'hidden') onRetry();
    before.current = placement;
  }, [placement, onRetry]);
  return (
    <LoadErrorNotice text={navigator.onLine ? m.ui_part_unreached() : m.ui_part_offline()}>
      <Button variant="default" size="compact-sm" onClick={() => runIfReachable(onRetry)}>
        {m.shell_try_again()}
      </Button>
    </LoadErrorNotice>
  );
}

/** The server no longer has the chunk: most often a reload brings the new release. */
function PartMissing({ error }: { error: PageNotLoaded }) {
  const placement = useContext(LoadErrorPlacement);
  const [isReloading, setReloading] = useState(false);
  const isWaitedFor = placement !== 'hidden';
  useEffect(() => {
    if (isWaitedFor) setReloading(reloadForNewRelease(error));
  }, [isWaitedFor, error]);
  if (isReloading) return null;
  return (
    <LoadErrorNotice text={m.shell_chunk_text()}>
      <Button variant="default" size="compact-sm" onClick={() => window.location.reload()}>
        {m.shell_reload()}
      </Button>
    </LoadErrorNotice>
  );
}

function LoadErrorNotice({ text, children }: { text: string; children: ReactNode }) {
  const placement = useContext(LoadErrorPlacement);
  if (placement === 'hidden') return null;
  return (
    <Alert
      tone="warning"
      icon={<CloudOff size={18} aria-hidden />}
      action={children}
      className={placement === 'overlay' ? (classes.overlay ?? '') : ''}
    >
      {text}
    </Alert>
  );
}
