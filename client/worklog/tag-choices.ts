// Tags as options of a filter, and their names for fields in which tags are typed.

import type { Tag } from '#contract/tags.ts';
import { noTag } from '#domain/tags.ts';
import { m } from '#locales/messages.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { type Choices, useChoices } from '../ui/choices.ts';

/** All tags of the company, and last the worklogs without one. */
export function useTagChoices(ids: readonly string[]): Choices {
  const tags = useTags(ids.filter((id) => id !== noTag));
  const none = { value: noTag, label: m.tags_none() };
  return {
    ...tags,
    options: tags.search.trim() === '' ? [...tags.options, none] : tags.options,
    chosen: ids.includes(noTag) ? [...tags.chosen, none] : tags.chosen,
  };
}

export function useTags(ids: readonly string[]): Choices {
  const { id: companyId } = useCompany();
  return useChoices<Tag>(ids, {
    key: ['worklogs', 'tags', companyId],
    load: (input, signal) => api('GET /companies/{companyId}/tags', { companyId, ...input }, { signal }),
    optionOf: ({ id, name }) => ({ value: id, label: name }),
  });
}

/**
 * The names for a field in which tags are typed. `isNew`: that no tag has this name; not known while there are more than fit into the
 * first page.
 */
export function useTagNames() {
  const first = useTags([]);
  const further = useTags([]);
  const names = [...new Set([...first.options, ...further.options].map(({ label }) => label))];
  const known = new Set(names.map((name) => name.toLowerCase()));
  const isWhole = !first.isLoading && !first.isFailed && !first.hasMore;
  return {
    names,
    isNew: (name: string) => isWhole && !known.has(name.toLowerCase()),
    onSearch: (text: string) => first.hasMore && further.onSearch(text),
  };
}
