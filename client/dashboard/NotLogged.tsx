import CalendarX from 'lucide-react/icons/calendar-x';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Dashboard } from '#contract/dashboard.ts';
import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { getLocale } from '#locales/runtime.js';
import { useCan } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/Button.tsx';
import { formatDay } from '../ui/format.ts';
import { approvalsAddress } from './approvals-address.ts';
import { DashboardCard, LinkRow } from './DashboardCard.tsx';
import classes from './dashboard.module.css';

type Missing = NonNullable<Dashboard['missing']>;
type Person = Missing['people'][number];

const shownAtFirst = 8;

/** Who has not logged their last working day, those with the least hours first; each opens the person, or their worklogs of that day. */
export function NotLogged({ missing: { count, people } }: { missing: Missing }) {
  const opensPeople = useCan('members.read');
  const opensApprovals = useCan('worklogs.decide');
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const shown = showsAll ? people : people.slice(0, shownAtFirst);
  const showAll = () => {
    flushSync(() => setShowsAll(true));
    list.current?.querySelector<HTMLAnchorElement>(`li:nth-child(${shownAtFirst + 1}) a`)?.focus();
  };
  return (
    <DashboardCard
      tone="pending"
      icon={CalendarX}
      title={m.dashboard_missing({ count })}
      text={m.dashboard_missing_text()}
    >
      <ul ref={list}>
        {shown.map((person) => (
          <li key={person.userId}>
            <LinkRow {...addressOf(person, { opensPeople, opensApprovals })}>
              <span className={classes.rowTitle}>{isolated(person.name)}</span>
              <span className={`${classes.rowFigures} dimmed small`}>{factsOf(person)}</span>
            </LinkRow>
          </li>
        ))}
      </ul>
      {people.length > shown.length ? (
        <div className={classes.cardFoot}>
          <Button variant="default" onClick={showAll}>
            {m.dashboard_show_all_people({ count: people.length - shown.length })}
          </Button>
        </div>
      ) : (
        count > people.length && (
          <p className={classes.cardFoot}>
            <span className="dimmed small">{m.dashboard_more_people({ count: count - people.length })}</span>
          </p>
        )
      )}
    </DashboardCard>
  );
}

type Openable = { opensPeople: boolean; opensApprovals: boolean };

function addressOf({ userId, day }: Person, { opensPeople, opensApprovals }: Openable) {
  if (opensPeople) return { to: pathTo('/users/{uid}', { uid: userId }) };
  if (opensApprovals) return approvalsAddress(day, { workers: userId, status: 'all' });
  const days = day === null ? {} : { from: day, to: day };
  return { to: pathTo('/reports'), search: { view: 'worklogs', workers: userId, ...days } };
}

function factsOf({ day, isEmpty, hours }: Person): string {
  if (day === null) return m.dashboard_missing_never();
  if (isEmpty) return m.dashboard_missing_empty({ day: formatDay(day) });
  if (hours === null) return m.dashboard_missing_less({ day: formatDay(day) });
  const [minutes, usual] = [hours.minutes, hours.usualMinutes].map((one) => formatMinutes(one, getLocale()));
  return m.dashboard_missing_hours({ day: formatDay(day), minutes: minutes ?? '', usual: usual ?? '' });
}
