// Loads what keeps worklogs on the device: once, and by the frame before anything has to be kept.

import { useEffect, useState } from 'react';

export const loadUnsent = () => import('./parts.tsx').then(({ unsentParts }) => unsentParts);

/** Whether anything was ever stored on this device. */
export const hasDatabase = async () => (await indexedDB.databases()).length > 0;

/**
 * People who may not log work need it only on a device that has stored something, because it is some twenty files. Once it is loaded,
 * it stays. A browser that does not list its databases counts as one that has stored something.
 */
export function useIsUnsentNeeded(mayLog: boolean): boolean {
  const [isNeeded, setNeeded] = useState(mayLog);
  useEffect(() => {
    const find = async () => mayLog || (await hasDatabase());
    find().then(
      (isFound) => isFound && setNeeded(true),
      () => setNeeded(true),
    );
  }, [mayLog]);
  return isNeeded;
}
