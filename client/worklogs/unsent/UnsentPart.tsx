import { useStore } from '../../storage.ts';
import { type UnsentListProps, unsentListStore, useUnsent } from './store.ts';

/** The list of what waits on this device. It is loaded before anything waits. */
export function UnsentPart(props: UnsentListProps) {
  const List = useStore(unsentListStore);
  return useUnsent().length > 0 && List !== null && <List {...props} />;
}
