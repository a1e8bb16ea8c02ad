import CircleCheck from 'lucide-react/icons/circle-check';
import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import classes from './dashboard.module.css';

const texts: Record<Role, () => string> = {
  'company admin': m.dashboard_nothing_to_decide,
  manager: m.dashboard_nothing_to_decide,
  'timesheet approver': m.dashboard_nothing_to_decide,
  reviewer: m.dashboard_nothing_for_reviewer,
  worker: m.dashboard_nothing_to_correct,
};

/** Shown for an empty to-do list. */
export const AllDone = ({ role }: { role: Role }) => (
  <section className={classes.done}>
    <CircleCheck size={24} strokeWidth={1.75} aria-hidden />
    <div>
      <h2>{m.dashboard_nothing_title()}</h2>
      <p className="dimmed">{texts[role]()}</p>
    </div>
  </section>
);
