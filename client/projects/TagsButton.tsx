import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Merge from 'lucide-react/icons/merge';
import { useState } from 'react';
import type { Tag } from '#contract/tags.ts';
import { m } from '#locales/messages.js';
import { refreshSession, useCan, useCompany } from '../auth.ts';
import { affectedBy, apiQuery, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { NameList, NameRow, NamesButton } from './NamesDialog.tsx';
import { MergeTag, RenameTag } from './TagForms.tsx';

/** For those who may rename, merge and delete tags, where there are any. */
export function TagsButton() {
  const { hasTags } = useCompany();
  const canManage = useCan('tags.manage');
  return (
    <NamesButton title={m.tags_tags()} isOffered={canManage && hasTags}>
      <TagList />
    </NamesButton>
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
  return (
    <NameList
      list={list}
      text={m.tags_manage_text()}
      search={{ label: m.tags_search(), value: search, onChange: setSearch }}
      row={(tag) => <TagRow key={tag.id} tag={tag} />}
    />
  );
}

function TagRow({ tag }: { tag: Tag }) {
  const { id: companyId } = useCompany();
  const { id: tagId, name, isUsed } = tag;
  const remove = useApiMutation('DELETE /companies/{companyId}/tags/{tagId}', {
    invalidates: affectedBy.worklogs,
    onDone: async () => {
      showToast(m.tags_deleted({ name }), { type: 'success' });
      await refreshSession();
    },
  });
  return (
    <NameRow
      name={name}
      rename={{ label: m.tags_rename_one({ name }), form: (close) => <RenameTag tag={tag} onDone={close} /> }}
      merge={{
        label: m.tags_merge_one({ name }),
        icon: <Merge size={16} aria-hidden />,
        form: (close) => <MergeTag tag={tag} onDone={close} />,
      }}
      deletion={
        !isUsed && {
          label: m.tags_delete_one({ name }),
          isPending: remove.isPending,
          onDelete: () => remove.mutate({ companyId, tagId }, { onError: toastProblem }),
        }
      }
    />
  );
}
