import type { ProjectColour, TaskKind } from '#domain/projects.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { kindLabel } from '../worklog/labels.ts';
import { ProjectDot } from '../worklog/ProjectDot.tsx';

type Props = {
  project: { name: string; colour: ProjectColour; isArchived: boolean };
  task: { name: string; kind: TaskKind } | undefined;
};

/** The project or task of a report as a heading. */
export const SubjectTitle = ({ project: { name, colour, isArchived }, task }: Props) => (
  <>
    <ProjectDot colour={colour} />
    {isArchived ? m.approvals_archived({ name }) : isolated(name)}
    {task && ` · ${isolated(task.name)} (${kindLabel(task.kind)})`}
  </>
);
