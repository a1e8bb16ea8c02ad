import FileText from 'lucide-react/icons/file-text';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import Plus from 'lucide-react/icons/plus';
import Settings from 'lucide-react/icons/settings';
import User from 'lucide-react/icons/user';
import { m } from '#locales/messages.js';
import { Listbox, type OptionGroup, OptionLine } from '../ui/Listbox.tsx';
import classes from './finder.module.css';
import type { FinderEntry } from './finder.ts';
import { entryKey } from './finder-keys.ts';

const icons = { action: Plus, page: FileText, setting: Settings, project: FolderKanban, person: User };

type Props = {
  id: string;
  groups: readonly OptionGroup<FinderEntry>[];
  active: FinderEntry | undefined;
  onOpen: (entry: FinderEntry) => void;
};

export const FinderResults = ({ id, groups, active, onOpen }: Props) => (
  <Listbox
    id={id}
    groups={groups}
    keyOf={entryKey}
    active={active}
    label={m.finder_open()}
    onPick={onOpen}
    className={classes.results}
  >
    {(entry) => <Found entry={entry} isActive={entry === active} />}
  </Listbox>
);

function Found({ entry, isActive }: { entry: FinderEntry; isActive: boolean }) {
  const Icon = icons[entry.kind];
  return (
    <OptionLine
      icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
      beside={entry.note !== '' && <span className={classes.more}>{entry.note}</span>}
      isActive={isActive}
    >
      {entry.label}
    </OptionLine>
  );
}
