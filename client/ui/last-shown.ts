import { useState } from 'react';

/** What slides away still shows what it showed: the last id that was not empty. */
export function useLastShown(id: string): string {
  const [shown, setShown] = useState(id);
  if (id !== '' && id !== shown) setShown(id);
  return id === '' ? shown : id;
}
