import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Merge from 'lucide-react/icons/merge';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { Tag } from '#contract/tags.ts';
import { m } from '#locales/messages.js';
import { refreshSession, useCan, useCompany } from '../auth.ts';
import { affectedBy, apiQuery, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import classes from './clients.module.css';
import { MergeTag, RenameTag } from './TagForms.tsx';

/** For those who may rename, merge and delete tags, where there are any. */
export function TagsButton() {
  const { hasTags } = useCompany();
  const canManage = useCan('tags.manage');
  const [isOpen, setOpen] = useState(false);
  if (!canManage || (!hasTags && !isOpen)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {m.tags_tags()}
      </Button>
      <Dialog isOpen={isOpen} title={m.tags_tags()} onClose={() => setOpen(false)}>
        <TagList />
      </Dialog>
    </>
  );
}

/** The tags of the company; each can be renamed and merged, and deleted if no worklog has it. */
function TagList() {
  const { id: companyId } = useCompany();
  const [search, setSearch] = useState('');
  const input = { companyId, ...(search === '' ? {} : { search }) };
  const list = useQuery({
    ...apiQuery('worklogs', 'GET /companies/{companyId}/tags', input),
    placeholderData: keepPreviousData,
  });
  if (list.isPending) return <SkeletonRows rows={4} height={44} />;
  if (list.isError) return <ErrorState error={list.error} onRetry={list.refetch} />;
  const { found, hasMore } = list.data;
  return (
    <div className={classes.clients}>
      <p className="dimmed">{m.tags_manage_text()}</p>
      {(hasMore || search !== '') && <SearchField label={m.tags_search()} value={search} onChange={setSearch} />}
      <ul className={classes.list}>
        {found.map((tag) => (
          <TagRow key={tag.id} tag={tag} />
        ))}
      </ul>
      <p className="dimmed small" role="status">
        {noteOf(search, found, hasMore)}
      </p>
    </div>
  );
}

function noteOf(search: string, found: readonly Tag[], hasMore: boolean): string | null {
  if (hasMore) return m.ui_more_fit();
  if (found.length > 0) return null;
  return search === '' ? m.ui_nothing_to_choose() : m.ui_nothing_fits({ search });
}

function TagRow({ tag }: { tag: Tag }) {
  const { id: companyId } = useCompany();
  const [opened, setOpened] = useState<'rename' | 'merge' | null>(null);
  const { id: tagId, name, isUsed } = tag;
  const remove = useApiMutation('DELETE /companies/{companyId}/tags/{tagId}', {
    invalidates: affectedBy.worklogs,
    onDone: async () => {
      showToast(m.tags_deleted({ name }), { type: 'success' });
      await refreshSession();
    },
  });
  const toggle = (form: 'rename' | 'merge') => setOpened(opened === form ? null : form);
  const close = () => setOpened(null);
  return (
    <li>
      <div className={classes.row}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <IconButton
          aria-label={m.tags_rename_one({ name })}
          aria-expanded={opened === 'rename'}
          onClick={() => toggle('rename')}
        >
          <Pencil size={16} aria-hidden />
        </IconButton>
        <IconButton
          aria-label={m.tags_merge_one({ name })}
          aria-expanded={opened === 'merge'}
          onClick={() => toggle('merge')}
        >
          <Merge size={16} aria-hidden />
        </IconButton>
        {!isUsed && (
          <IconButton
            aria-label={m.tags_delete_one({ name })}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ companyId, tagId }, { onError: toastProblem })}
          >
            <Trash size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      {opened === 'rename' && <RenameTag tag={tag} onDone={close} />}
      {opened === 'merge' && <MergeTag tag={tag} onDone={close} />}
    </li>
  );
}
