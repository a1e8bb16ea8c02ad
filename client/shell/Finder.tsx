import { Modal, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import { useId, useState } from 'react';
import { dayOf } from '#domain/calendar.ts';
import { looksLikeEntry } from '#domain/quick-entry.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import type { ApiOutput } from '../api.ts';
import { useCompany, useUser } from '../auth.ts';
import { queryClient, read } from '../queries.ts';
import { readerOf } from '../routing/openable.ts';
import { sessionKeep } from '../storage.ts';
import { type OptionGroup, optionId } from '../ui/Listbox.tsx';
import { useTyped } from '../ui/typed.ts';
import { FinderResults } from './FinderResults.tsx';
import classes from './finder.module.css';
import {
  type Entry,
  lineEntry,
  personEntry,
  placesToGo,
  projectEntry,
  ranked,
  readRecent,
  withRecent,
} from './finder.ts';
import { useFinderKeys } from './finder-keys.ts';
import { beginWorklog, pressShortcut } from './keys.ts';
import { openQuickEntry } from './quick-entry.ts';

/** Command palette: one search field for pages, actions, projects and people. The entries opened last come first. */
export function Finder({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const listId = useId();
  const { groups, typed, type, remember, isFailed, isWaiting, find } = useFinderSearch();
  const entries = groups.flatMap(({ options }) => options);
  const open = (entry: Entry) => {
    remember(entry);
    onClose();
    // After the dialog has closed and released the focus.
    if (entry.to === '#N') setTimeout(() => beginWorklog(router.navigate));
    else if (entry.to.startsWith('#')) setTimeout(() => pressShortcut(entry.to.slice(1)));
    else if (entry.to === '') openQuickEntry(entry.key === 'line' ? typed.trim() : undefined);
    else router.history.push(entry.to);
  };
  const { active, press, forget } = useFinderKeys({ entries, isWaiting, find, onOpen: open });
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.finder_title()}
      classNames={{ title: 'visually-hidden', body: classes.body ?? '' }}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
      returnFocus={false}
      yOffset="10vh"
    >
      <TextInput
        // At once: the next key press is the first letter.
        autoFocus
        data-autofocus
        role="combobox"
        aria-label={m.finder_title()}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={active ? optionId(listId, active.key) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={m.finder_placeholder()}
        leftSection={<Search size={16} aria-hidden />}
        value={typed}
        onChange={(event) => {
          forget();
          type(event.currentTarget.value);
        }}
        onKeyDown={press}
      />
      <FinderResults id={listId} groups={groups} active={active} onOpen={open} />
      <p className="visually-hidden" role="status">
        {entries.length > 0 && m.finder_results({ count: entries.length })}
      </p>
      {isFailed && <p className={classes.note}>{m.finder_failed()}</p>}
      {entries.length === 0 && typed.trim() !== '' && !isWaiting && !isFailed && (
        <p className={classes.note}>{m.finder_nothing({ search: typed.trim() })}</p>
      )}
    </Modal>
  );
}

type Found = ApiOutput<'GET /companies/{companyId}/search'>;

function useFinderSearch() {
  const company = useCompany();
  const { uid } = useUser();
  const reader = readerOf(company);
  const [q, setQ] = useState('');
  const { typed, type } = useTyped('', setQ);
  const path = 'GET /companies/{companyId}/search';
  const search = (words: string) => read('projects', path, { companyId: company.id, q: words });
  const results = useQuery({
    ...search(q),
    enabled: q !== '' && typed.trim() !== '',
    placeholderData: keepPreviousData,
  });
  const destinations = placesToGo(reader);
  // Keyed by role and plan: entries of another role or plan may be forbidden now.
  const storageKey = `finder:${uid}:${company.id}:${company.role}:${company.plan}`;
  const [recent] = useState(() => readRecent(sessionKeep.get(storageKey), destinations));
  const isTyping = typed.trim() !== '';
  const facts = { today: dayOf(new Date(), company.timeZone), locale: getLocale(), currency: company.currency };
  const isLine = isTyping && destinations.some(({ key }) => key === 'action quick') && looksLikeEntry(typed, facts);
  const shown = isTyping ? ranked(destinations, typed) : destinations;
  const ofKind = (kind: Entry['kind']) => shown.filter((entry) => entry.kind === kind && (isTyping || isNew(entry)));
  const isNew = ({ key }: Entry) => !recent.some((one) => one.key === key);
  const projectsOf = ({ projects }: Found) => projects.flatMap((one) => projectEntry(one, reader));
  const peopleOf = ({ people }: Found) => people.flatMap((one) => personEntry(one, reader));
  const found = (isTyping && q !== '' && results.data) || { projects: [], people: [] };
  const groups: OptionGroup<Entry>[] = [
    { name: m.finder_recent(), options: isTyping ? [] : recent },
    { name: m.finder_actions(), options: [...(isLine ? [lineEntry(typed.trim())] : []), ...ofKind('action')] },
    { name: m.finder_pages(), options: ofKind('page') },
    { name: m.finder_projects(), options: projectsOf(found) },
    { name: m.finder_people(), options: peopleOf(found) },
  ];
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    typed,
    type,
    remember: (entry: Entry) => sessionKeep.set(storageKey, withRecent(recent, entry)),
    isFailed: results.isError && isTyping,
    isWaiting: isTyping && (q !== typed.trim() || results.isPending || results.isPlaceholderData),
    find: async () => {
      const data = await queryClient.fetchQuery(search(typed.trim())).catch(() => null);
      return data ? [...projectsOf(data), ...peopleOf(data)][0] : undefined;
    },
  };
}
