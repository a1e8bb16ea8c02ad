import { useState } from 'react';

/** The last id that was not empty, so that a drawer keeps its content while it closes. */
export function useLastShown(id: string): string {
  const [shown, setShown] = useState(id);
  if (id !== '' && id !== shown) setShown(id);
  return id === '' ? shown : id;
}
