import type { MemberDetails } from '#contract/members.ts';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { Section } from '../ui/Section.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import classes from './members.module.css';

/** The projects that a member manages or is assigned to, and the number of projects open to everyone. */
export function MemberProjects({ member }: { member: MemberDetails }) {
  const { projects, projectsTotal, openProjects, deactivatedAt } = member;
  const managed = projects.filter(({ isManaged }) => isManaged);
  const worked = projects.filter(({ isManaged }) => !isManaged);
  const isBack = deactivatedAt !== null && projects.length > 0;
  return (
    <Section title={m.users_projects_title()} {...(isBack ? { text: m.users_projects_again() } : {})}>
      {projects.length === 0 && <p className="dimmed">{m.users_projects_none()}</p>}
      <ProjectList title={m.users_projects_manages()} projects={managed} />
      <ProjectList title={m.users_projects_works()} projects={worked} />
      {projectsTotal > projects.length && (
        <p className="dimmed">{m.users_projects_more({ count: projectsTotal - projects.length })}</p>
      )}
      {openProjects > 0 && <p className="dimmed">{m.users_projects_open({ count: openProjects })}</p>}
    </Section>
  );
}

function ProjectList({ title, projects }: { title: string; projects: MemberDetails['projects'] }) {
  if (projects.length === 0) return null;
  return (
    <div>
      <h3 className={classes.named}>{title}</h3>
      <ul className={classes.namedList}>
        {projects.map(({ id, name, colour }) => (
          <li key={id}>
            <ProjectDot colour={colour} />
            <TextLink to={pathTo('/projects/{id}', { id })}>{name}</TextLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
