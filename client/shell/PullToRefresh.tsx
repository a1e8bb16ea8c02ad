import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { queryClient } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Spinner } from '../ui/Progress.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import classes from './pull.module.css';
import { usePull } from './pull.ts';

/** Loads everything on the page again. */
export function PullToRefresh() {
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = () => {
    setRefreshing(true);
    queryClient
      .invalidateQueries(undefined, { throwOnError: true })
      .then(() => showToast(m.shell_refreshed()), toastProblem)
      .finally(() => setRefreshing(false));
  };
  const pull = usePull(refresh);
  return (
    <div role="status" className={classes.place}>
      {isRefreshing ? (
        <p className={classes.pull}>
          <Spinner />
          {m.shell_refreshing()}
        </p>
      ) : (
        pull && (
          <p className={classes.pull} data-far={pull.isFar || undefined} aria-hidden>
            <RefreshCw size={18} aria-hidden />
            {pull.isFar ? m.shell_refresh_release() : m.shell_refresh_pull()}
          </p>
        )
      )}
    </div>
  );
}
