import { useQuery } from '@tanstack/react-query';
import { useCompanies } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import type { NavigationItem } from './navigation-items.ts';
import classes from './shell.module.css';

/** The server stops counting here. */
const maxBadgeCount = 99;

type Props = { count: number; countLabel: NonNullable<NavigationItem['pending']>['countLabel'] };

/** The number of pending items; nothing for zero. */
export function PendingCount({ count, countLabel }: Props) {
  if (count === 0) return null;
  const shown = count > maxBadgeCount ? `${maxBadgeCount}+` : String(count);
  return (
    <span className={classes.waiting}>
      <span aria-hidden>{shown}</span>
      <span className="visually-hidden">{countLabel({ count: shown })}</span>
    </span>
  );
}

export function usePendingCounts() {
  const { activeCompany } = useCompanies();
  const companyId = activeCompany?.id ?? '';
  const query = apiQuery('dashboard', 'GET /companies/{companyId}/counts', { companyId });
  return useQuery({ ...query, enabled: companyId !== '' }).data;
}
