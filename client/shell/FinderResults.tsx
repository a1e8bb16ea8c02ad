import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import FileText from 'lucide-react/icons/file-text';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import Plus from 'lucide-react/icons/plus';
import User from 'lucide-react/icons/user';
import { m } from '#locales/messages.js';
import classes from './finder.module.css';
import type { Entry } from './finder.ts';

export type Group = { name: string; entries: readonly Entry[] };

const icons = { action: Plus, page: FileText, project: FolderKanban, person: User };

type Props = { id: string; groups: readonly Group[]; active: Entry | undefined; onOpen: (entry: Entry) => void };

/** The list belongs to the field, which keeps the focus; the one that Enter would open is in view. */
export const FinderResults = ({ id, groups, active, onOpen }: Props) => (
  <div id={id} role="listbox" aria-label={m.finder_open()} className={classes.results} hidden={groups.length === 0}>
    {groups.map(({ name, entries }) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
      <div key={name} role="group" aria-label={name}>
        <div className={classes.heading} aria-hidden>
          {name}
        </div>
        {entries.map((entry) => (
          <Option key={entry.key} id={`${id} ${entry.key}`} entry={entry} isActive={entry === active} onOpen={onOpen} />
        ))}
      </div>
    ))}
  </div>
);

type OptionProps = { id: string; entry: Entry; isActive: boolean; onOpen: (entry: Entry) => void };

function Option({ id, entry, isActive, onOpen }: OptionProps) {
  const Icon = icons[entry.kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    <div
      id={id.replaceAll(' ', '-')}
      ref={(node) => {
        if (isActive) node?.scrollIntoView({ block: 'nearest' });
      }}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.option}
      onClick={() => onOpen(entry)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className={classes.name}>{entry.label}</span>
      {entry.note !== '' && <span className={classes.more}>{entry.note}</span>}
      {isActive && <CornerDownLeft size={14} aria-hidden />}
    </div>
  );
}
