// What surrounds a page is loaded after it, so that the two do not compete for a slow connection.

import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useConnection } from '../connection.ts';
import { queryClient } from '../queries.ts';

/** Longest wait for the data of the page. */
const maxWaitMs = 1_500;

/**
 * True as soon as the first page is painted with its data, and from then on. It does not wait for data while the server is not
 * reached, because what answers instead is loaded after the page, too.
 */
export function useIsPageShown(): boolean {
  const [isShown, setShown] = useState(false);
  const isEntered = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined });
  const { isReachable } = useConnection();
  useEffect(() => {
    if (isShown || !isEntered) return;
    const show = () => setShown(true);
    if (!isReachable) return show();
    const timer = setTimeout(show, maxWaitMs);
    let frame = 0;
    const showWhenPainted = () => {
      cancelAnimationFrame(frame);
      // The second frame begins when the first one, with the data, is painted.
      if (queryClient.isFetching() === 0) frame = requestAnimationFrame(() => (frame = requestAnimationFrame(show)));
    };
    const unsubscribe = queryClient.getQueryCache().subscribe(showWhenPainted);
    showWhenPainted();
    return () => {
      unsubscribe();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [isShown, isEntered, isReachable]);
  return isShown;
}
