import type { ProjectOverview } from '#contract/project-overview.ts';
import { m } from '#locales/messages.js';
import { useCan, useCompany } from '../../auth.ts';
import { pathTo } from '../../routes.ts';
import { Section } from '../../ui/Section.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { DurationInColumn } from '../../ui/texts.tsx';
import classes from './overview.module.css';

type Props = { people: ProjectOverview['people']; total: number };

/** Managers, and who worked on the project lately. */
export function ProjectPeople({ people, total }: Props) {
  const { plan } = useCompany();
  const canOpen = useCan('members.read') && plan !== 'Free';
  if (people.length === 0) return null;
  return (
    <Section title={m.projects_people()} text={m.projects_people_text()}>
      <ul className={classes.rows}>
        {people.map(({ userId, name, isManager, minutes }) => (
          <li key={userId}>
            <span className={classes.main}>
              {canOpen ? <TextLink to={pathTo('/users/{uid}', { uid: userId })}>{name}</TextLink> : name}
              {isManager && <span className="dimmed small">{m.projects_people_manager()}</span>}
            </span>
            <DurationInColumn minutes={minutes} />
          </li>
        ))}
      </ul>
      {total > people.length && <p className="dimmed">{m.projects_people_more({ count: total - people.length })}</p>}
    </Section>
  );
}
