import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyEvent } from '#contract/company-events.ts';
import type { Day } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { apiQuery } from '../queries.ts';
import { formatDate } from '../ui/format.ts';
import { Paging } from '../ui/Paging.tsx';
import type { PageSize } from '../ui/page-size.ts';
import { Section } from '../ui/Section.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { InstantText } from '../ui/texts.tsx';
import classes from './companies.module.css';
import { settingLabel, settingValueText } from './setting-texts.ts';

/** Who moved the lock date or changed who may log, when, from what to what, and why. */
export function CompanyHistory({ companyId }: { companyId: string }) {
  const [{ page, size }, setPages] = useState<{ page: number; size: PageSize }>({ page: 1, size: 10 });
  const { data, error, refetch } = useQuery({
    ...apiQuery('companies', 'GET /companies/{companyId}/events', { companyId, page, pageSize: size }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section id="history" title={m.company_history()} text={m.company_history_text()}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows rows={2} height={40} />}
      {data?.total === 0 && <p className="dimmed">{m.company_history_none()}</p>}
      {data && data.total > 0 && (
        <ol className={classes.events}>
          {data.events.map((event) => (
            <li key={event.id}>
              <span>{sentenceOf(event)}</span>
              {event.reason !== '' && <q>{event.reason}</q>}
              <span className="dimmed small">
                {event.actorName} · <InstantText at={event.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <Paging
        page={page}
        size={size}
        total={data?.total ?? 0}
        onChange={(next) => setPages((now) => ({ ...now, page: 1, ...next }))}
      />
    </Section>
  );
}

const formatLockDate = (day: Day | null): string => (day === null ? m.company_not_locked() : formatDate(day));

function sentenceOf({ kind, from, to, policy }: CompanyEvent): string {
  if (policy) return policySentence(policy);
  const days = { from: formatLockDate(from), to: formatLockDate(to) };
  return kind === 'payroll-closed' ? m.company_event_payroll_closed(days) : m.company_event_lock_date(days);
}

const policySentence = ({ name, from, to }: NonNullable<CompanyEvent['policy']>): string =>
  m.company_event_policy({
    policy: settingLabel(name),
    from: settingValueText(name, from),
    to: settingValueText(name, to),
  });
