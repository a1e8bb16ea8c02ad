import type { Project } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { Section } from '../ui/Section.tsx';
import { kindLabel } from '../worklog/labels.ts';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import classes from './projects.module.css';

/** A read-only project, for people who may not change it. */
export function ProjectFacts({ project }: { project: Project }) {
  return (
    <Section title={project.name} text={m.projects_read_only()}>
      <p className={classes.name}>
        <ProjectDot colour={project.colour} />
        <span className={classes.code}>{project.code}</span>
      </p>
      {project.clientName !== null && (
        <p>
          <span className="dimmed">{m.clients_client()}</span> {isolated(project.clientName)}
        </p>
      )}
      {project.notes !== '' && <p className={classes.notes}>{project.notes}</p>}
      <ul className={classes.facts}>
        {project.tasks.map(({ id, name, kind, isClosed }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="dimmed small">
              {kindLabel(kind)}
              {isClosed && ` · ${m.projects_task_closed()}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
