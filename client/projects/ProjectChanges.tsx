import { m } from '#locales/messages.js';
import { formatDate } from '../ui/format.ts';
import { colourLabels, fieldLabels } from './project-labels.ts';
import type { ProjectField } from './project-merge.ts';
import type { ProjectValues } from './project-values.ts';

type Props = { theirs: ProjectValues; taken: readonly ProjectField[]; kept: readonly ProjectField[] };

/** The changes of somebody else: fields that were taken over, and fields where the own input was kept. */
export function ProjectChanges({ theirs, taken, kept }: Props) {
  const messages = [
    ...kept.map((field) => ({ field, text: keptText(theirs, field) })),
    ...taken.map((field) => ({ field, text: takenText(theirs, field) })),
  ];
  return (
    <ul>
      {messages.map(({ field, text }) => (
        <li key={field}>{text}</li>
      ))}
    </ul>
  );
}

function keptText(values: ProjectValues, name: ProjectField): string {
  const field = fieldLabels[name]();
  const theirs = formatField(values, name);
  if (name === 'tasks') return m.projects_tasks_combined();
  return theirs === null ? m.projects_your_list_kept({ field }) : m.projects_yours_kept({ field, theirs });
}

function takenText(values: ProjectValues, name: ProjectField): string {
  const field = fieldLabels[name]();
  const theirs = formatField(values, name);
  return theirs === null ? m.projects_their_list_taken({ field }) : m.projects_theirs_taken({ field, theirs });
}

/** Null if the value is too long to show. */
function formatField(values: ProjectValues, field: ProjectField): string | null {
  switch (field) {
    case 'managerIds':
    case 'workerIds':
    case 'tasks':
      return null;
    case 'colour':
      return colourLabels[values.colour]();
    case 'audience':
      return values.audience === 'everyone' ? m.projects_everyone() : m.projects_chosen_only();
    case 'startsOn':
    case 'endsOn':
      return values[field] === '' ? m.history_nothing() : formatDate(values[field]);
    default:
      return values[field] === '' ? m.history_nothing() : values[field].slice(0, 80);
  }
}
