import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import { useId, useState } from 'react';
import { looksLikeEntry } from '#domain/quick-entry/line.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import type { ApiOutput } from '../api.ts';
import { useCompany, useUser } from '../auth.ts';
import { todayIn } from '../clock.ts';
import { apiQuery, queryClient } from '../queries.ts';
import { routeAccessOf } from '../routing/route-access.ts';
import { tabStorage } from '../storage.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useDebouncedInput } from '../ui/debounced-input.ts';
import { type OptionGroup, optionId } from '../ui/Listbox.tsx';
import { TextField } from '../ui/TextField.tsx';
import { FinderResults } from './FinderResults.tsx';
import classes from './finder.module.css';
import {
  type FinderEntry,
  finderDestinations,
  personEntry,
  projectEntry,
  quickEntryOption,
  rankEntries,
  readRecent,
  withRecent,
} from './finder.ts';
import { useFinderKeys } from './finder-keys.ts';
import { finderSettings } from './finder-settings.ts';
import { clickShortcut, openNewWorklog } from './global-shortcuts.ts';
import { openQuickEntry, openQuickEntryWith } from './quick-entry.ts';

/** Command palette: one search field for pages, actions, projects and people. The entries opened last come first. */
export function Finder({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const listId = useId();
  const { groups, typed, type, remember, isFailed, isWaiting, find } = useFinderSearch();
  const entries = groups.flatMap(({ options }) => options);
  const open = (entry: FinderEntry) => {
    remember(entry);
    onClose();
    // After the dialog has closed and released the focus.
    if (entry.to === '#N') setTimeout(() => openNewWorklog(router.navigate));
    else if (entry.to.startsWith('#')) setTimeout(() => clickShortcut(entry.to.slice(1)));
    else if (entry.to === '') entry.key === 'line' ? openQuickEntryWith(typed.trim()) : openQuickEntry();
    else router.history.push(entry.to);
  };
  const { active, press, clear } = useFinderKeys({ entries, isWaiting, find, onOpen: open });
  return (
    <Dialog isOpen onClose={onClose} title={m.finder_title()} isTitleHidden>
      <TextField
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
          clear();
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
    </Dialog>
  );
}

/** More would push the projects and people out of sight. */
const maxSettings = 5;

type SearchResult = ApiOutput<'GET /companies/{companyId}/search'>;

function useFinderSearch() {
  const company = useCompany();
  const { uid } = useUser();
  const access = routeAccessOf(company);
  const [q, setQ] = useState('');
  const { typed, type } = useDebouncedInput('', setQ);
  const path = 'GET /companies/{companyId}/search';
  const search = (words: string) => apiQuery('projects', path, { companyId: company.id, q: words });
  const results = useQuery({
    ...search(q),
    enabled: q !== '' && typed.trim() !== '',
    placeholderData: keepPreviousData,
  });
  const destinations = finderDestinations(access);
  // Keyed by role and plan: entries of another role or plan may be forbidden now.
  const storageKey = `finder:${uid}:${company.id}:${company.role}:${company.plan}`;
  const allSettings = finderSettings(access);
  const [recent] = useState(() => readRecent(tabStorage.get(storageKey), [...destinations, ...allSettings]));
  const isTyping = typed.trim() !== '';
  const facts = { today: todayIn(company.timeZone), locale: getLocale(), currency: company.currency };
  const looksLikeWorklog =
    isTyping && destinations.some(({ key }) => key === 'action quick') && looksLikeEntry(typed, facts);
  const shown = isTyping ? rankEntries(destinations, typed) : destinations;
  const settings = isTyping ? rankEntries(allSettings, typed).slice(0, maxSettings) : [];
  const ofKind = (kind: FinderEntry['kind']) =>
    shown.filter((entry) => entry.kind === kind && (isTyping || isNew(entry)));
  const isNew = ({ key }: FinderEntry) => !recent.some((one) => one.key === key);
  const projectsOf = ({ projects }: SearchResult) => projects.flatMap((one) => projectEntry(one, access));
  const peopleOf = ({ people }: SearchResult) => people.flatMap((one) => personEntry(one, access));
  const found = (isTyping && q !== '' && results.data) || { projects: [], people: [] };
  const groups: OptionGroup<FinderEntry>[] = [
    { name: m.finder_recent(), options: isTyping ? [] : recent },
    {
      name: m.finder_actions(),
      options: [...(looksLikeWorklog ? [quickEntryOption(typed.trim())] : []), ...ofKind('action')],
    },
    { name: m.finder_pages(), options: ofKind('page') },
    { name: m.route_settings(), options: settings },
    { name: m.finder_projects(), options: projectsOf(found) },
    { name: m.finder_people(), options: peopleOf(found) },
  ];
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    typed,
    type,
    remember: (entry: FinderEntry) => tabStorage.set(storageKey, withRecent(recent, entry)),
    isFailed: results.isError && isTyping,
    isWaiting: isTyping && (q !== typed.trim() || results.isPending || results.isPlaceholderData),
    find: async () => {
      const data = await queryClient.fetchQuery(search(typed.trim())).catch(() => null);
      return data ? [...projectsOf(data), ...peopleOf(data)][0] : undefined;
    },
  };
}
