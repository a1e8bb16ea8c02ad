import { useStore } from '../../storage.ts';
import { type UnsentListProps, unsentListStore } from './store.ts';

/** What waits on this device, and how old the list below it is without a connection. Loaded before either is shown. */
export function UnsentPart(props: UnsentListProps) {
  const List = useStore(unsentListStore);
  return List !== null && <List {...props} />;
}
