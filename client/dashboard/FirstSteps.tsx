import Check from 'lucide-react/icons/check';
import type { Dashboard } from '#contract/dashboard.ts';
import { m } from '#locales/messages.js';
import { useCan } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { archiveImportPath, settingsPath } from '../shell/settings-sections.ts';
import { LinkButton } from '../ui/Button.tsx';
import { formatNumber } from '../ui/format.ts';
import { TextLink } from '../ui/TextLink.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import classes from './dashboard.module.css';

type Steps = NonNullable<Dashboard['firstSteps']>;
type Step = { isDone: boolean; title: string; text: string; verb?: string; to?: string };

/** Seats first: projects and invites are for companies with two or more. */
const stepsOf = ({ hasProject, hasSeats, hasInvited, hasWorklog }: Steps): Step[] => [
  {
    isDone: hasSeats,
    title: m.dashboard_step_seats(),
    text: m.dashboard_step_seats_text(),
    verb: m.dashboard_step_seats_verb(),
    to: pathTo('/upgrade'),
  },
  {
    isDone: hasProject,
    title: m.dashboard_step_project(),
    text: m.dashboard_step_project_text(),
    verb: m.dashboard_step_project_verb(),
    to: pathTo('/projects/create'),
  },
  {
    isDone: hasInvited,
    title: m.dashboard_step_invite(),
    text: m.dashboard_step_invite_text(),
    verb: m.dashboard_step_invite_verb(),
    to: pathTo('/users/invites/create'),
  },
  { isDone: hasWorklog, title: m.dashboard_step_worklog(), text: m.dashboard_step_worklog_text() },
];

/** Onboarding steps of a new company up to its first worklog. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const all = stepsOf(steps);
  const next = all.find(({ isDone, to }) => !isDone && to !== undefined);
  const mayImport = useCan('company.import') && !steps.hasProject && !steps.hasWorklog;
  return (
    <DashboardCard
      title={m.dashboard_first_steps()}
      figure={
        <p className="dimmed small numeric">
          {m.dashboard_steps_done({
            done: formatNumber(all.filter(({ isDone }) => isDone).length),
            all: formatNumber(all.length),
          })}
        </p>
      }
    >
      <ol className={classes.steps}>
        {all.map((step, index) => (
          <li key={step.title} data-done={step.isDone}>
            <span className={classes.stepMark}>
              {step.isDone ? <Check size={16} strokeWidth={2.5} aria-label={m.dashboard_step_done()} /> : index + 1}
            </span>
            <div className={classes.stepText}>
              <h3>{step.title}</h3>
              {!step.isDone && <p className="dimmed">{step.text}</p>}
            </div>
            {!step.isDone && step.to && (
              <LinkButton href={step.to} variant={step === next ? 'filled' : 'default'}>
                {step.verb}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
      <p className={classes.cardFoot}>
        <TextLink to={settingsPath('import-history')}>{m.history_first_steps()}</TextLink>
        {mayImport && <TextLink to={archiveImportPath()}>{m.archive_first_steps()}</TextLink>}
      </p>
    </DashboardCard>
  );
}
