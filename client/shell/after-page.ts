// What surrounds a page is loaded after it, so that the two do not compete for a slow connection.

import { isConnected } from '../connection.ts';
import { queryClient } from '../queries.ts';

const pauseMs = 50;
/** Longest wait for the data of a page: 1.5 s. */
const maxPauses = 30;

/**
 * Loads something when the page has its data. It does not wait for them while the server is not reached, because what answers
 * instead is loaded after the page, too.
 */
export async function afterPage<T>(load: () => Promise<T>): Promise<T> {
  let pauses = 0;
  do {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauses += 1;
  } while (queryClient.isFetching() > 0 && isConnected() && pauses < maxPauses);
  return load();
}
