import { m } from '#locales/messages.js';
import { WorklogHistory } from '../worklog/WorklogHistory.tsx';
import type { LoadedWorklog } from './WorklogForm.tsx';
import classes from './worklogs.module.css';

export const History = ({ found, currency }: { found: LoadedWorklog; currency: string }) => (
  <section className={classes.history}>
    <h3>{m.worklog_history()}</h3>
    <WorklogHistory events={found.history} zone={found.worklog.zone} currency={currency} />
  </section>
);
