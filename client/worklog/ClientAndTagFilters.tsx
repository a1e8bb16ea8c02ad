import { useCompany } from '../auth.ts';
import { ClientFilter } from './ClientFilter.tsx';
import { TagFilter } from './TagFilter.tsx';

type Props = {
  clients: string[];
  tags: string[];
  onClients: (clients: string[]) => void;
  onTags: (tags: string[]) => void;
};

/** Filters of lists of worklogs that only some companies need. */
export function ClientAndTagFilters({ clients, tags, onClients, onTags }: Props) {
  const { hasClients, hasTags } = useCompany();
  return (
    <>
      {hasClients && <ClientFilter value={clients} onChange={onClients} />}
      {hasTags && <TagFilter value={tags} onChange={onTags} />}
    </>
  );
}
