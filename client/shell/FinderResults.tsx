import FileText from 'lucide-react/icons/file-text';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import Plus from 'lucide-react/icons/plus';
import User from 'lucide-react/icons/user';
import { m } from '#locales/messages.js';
import { Option, OptionGroup } from '../ui/Listbox.tsx';
import classes from './finder.module.css';
import type { Entry } from './finder.ts';

export type Group = { name: string; entries: readonly Entry[] };

const icons = { action: Plus, page: FileText, project: FolderKanban, person: User };

type Props = { id: string; groups: readonly Group[]; active: Entry | undefined; onOpen: (entry: Entry) => void };

/** The list belongs to the field, which keeps the focus; the one that Enter would open is in view. */
export const FinderResults = ({ id, groups, active, onOpen }: Props) => (
  <div id={id} role="listbox" aria-label={m.finder_open()} className={classes.results} hidden={groups.length === 0}>
    {groups.map(({ name, entries }) => (
      <OptionGroup key={name} name={name}>
        {entries.map((entry) => (
          <Found key={entry.key} id={`${id} ${entry.key}`} entry={entry} isActive={entry === active} onOpen={onOpen} />
        ))}
      </OptionGroup>
    ))}
  </div>
);

type FoundProps = { id: string; entry: Entry; isActive: boolean; onOpen: (entry: Entry) => void };

function Found({ id, entry, isActive, onOpen }: FoundProps) {
  const Icon = icons[entry.kind];
  return (
    <Option
      id={id.replaceAll(' ', '-')}
      isActive={isActive}
      onPick={() => onOpen(entry)}
      icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
      beside={entry.note !== '' && <span className={classes.more}>{entry.note}</span>}
    >
      {entry.label}
    </Option>
  );
}
