import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { Alert } from '../ui/Alert.tsx';
import classes from './approvals.module.css';

/** Names the people on whose behalf the user decides today; their worklogs are in the same list. */
export function StandInNotice() {
  const { id: companyId } = useCompany();
  const { data } = useQuery(apiQuery('stand-ins', 'GET /companies/{companyId}/stand-ins', { companyId }));
  const names = (data?.delegators ?? []).filter(({ isRunning }) => isRunning).map(({ name }) => isolated(name));
  if (names.length === 0) return null;
  return (
    <Alert tone="warning" role="note" className={classes.pageNotice ?? ''}>
      {m.approvals_stand_in({ names: new Intl.ListFormat(getLocale()).format(names) })}
    </Alert>
  );
}
