// Loads what keeps worklogs on the device: once, and by the frame before anything has to be kept.

import { useEffect, useState } from 'react';

export const loadUnsent = () => import('./parts.tsx').then(({ unsentParts }) => unsentParts);

/** Whether anything was ever kept on this device. */
export const hasDatabase = async () => (await indexedDB.databases()).length > 0;

/**
 * Who may not log does not need it on a device on which nothing was ever kept: some twenty files. Once it is needed, it stays. Also
 * needed in a browser that does not say what it has kept.
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
