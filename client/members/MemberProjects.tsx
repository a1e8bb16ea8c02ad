import X from 'lucide-react/icons/x';
import type { MemberDetails } from '#contract/members.ts';
import type { Assignment } from '#domain/project-assignments.ts';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Section } from '../ui/Section.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import { AssignProjects } from './AssignProjects.tsx';
import { useProjectAssignment } from './member-mutation.ts';
import classes from './members.module.css';

/** The projects that a member manages or is assigned to, and the number of projects open to everyone. */
export function MemberProjects({ member }: { member: MemberDetails }) {
  const { projects, projectsTotal, openProjects, deactivatedAt, assignableAs } = member;
  const isBack = deactivatedAt !== null && projects.length > 0;
  return (
    <Section title={m.users_projects_title()} {...(isBack ? { text: m.users_projects_again() } : {})}>
      {projects.length === 0 && (
        <p className="dimmed">
          {assignableAs.length > 0 || deactivatedAt !== null ? m.users_projects_none() : m.users_projects_not_needed()}
        </p>
      )}
      <ProjectList title={m.users_projects_manages()} member={member} as="manager" />
      <ProjectList title={m.users_projects_works()} member={member} as="worker" />
      {projectsTotal > projects.length && (
        <p className="dimmed">{m.users_projects_more({ count: projectsTotal - projects.length })}</p>
      )}
      {openProjects > 0 && <p className="dimmed">{m.users_projects_open({ count: openProjects })}</p>}
      {assignableAs.map((as) => (
        <AssignProjects key={as} member={member} as={as} />
      ))}
    </Section>
  );
}

type ListProps = { title: string; member: MemberDetails; as: Assignment };

function ProjectList({ title, member, as }: ListProps) {
  const { change, isPending } = useProjectAssignment(member, as);
  const projects = member.projects.filter(({ isManaged }) => isManaged === (as === 'manager'));
  if (projects.length === 0) return null;
  const remove = (project: string, id: string) =>
    change({ unassign: [id] }, m.users_projects_removed({ name: member.name, project }), { assign: [id] });
  return (
    <div>
      <h3 className={classes.named}>{title}</h3>
      <ul className={classes.namedList}>
        {projects.map(({ id, name, colour }) => (
          <li key={id}>
            <ProjectDot colour={colour} />
            <span className={classes.namedText}>
              <TextLink to={pathTo('/projects/{id}', { id })}>{name}</TextLink>
            </span>
            {member.assignableAs.includes(as) && (
              <IconButton
                aria-label={m.users_projects_remove({ project: name })}
                tip={m.users_projects_remove({ project: name })}
                tipAlign="end"
                aria-disabled={isPending}
                onClick={() => !isPending && remove(name, id)}
              >
                <X size={16} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
