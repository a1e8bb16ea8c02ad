import { useQuery } from '@tanstack/react-query';
import Pin from 'lucide-react/icons/pin';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { LinkButton } from '../../ui/Button.tsx';
import classes from './saved.module.css';
import { savedReportPath } from './saved-report-path.ts';
import { savedReportsQuery } from './saved-reports-query.ts';

/** Links to the pinned reports. */
export function Pinned() {
  const { id } = useCompany();
  const { data } = useQuery(savedReportsQuery(id));
  const pinned = (data?.reports ?? []).filter(({ isPinned }) => isPinned);
  if (pinned.length === 0) return null;
  return (
    <nav aria-label={m.reports_pinned()} className={`${classes.pinned} no-print`}>
      {pinned.map((saved) => (
        <LinkButton
          key={saved.id}
          href={savedReportPath(saved)}
          variant="light"
          size="compact-sm"
          leftSection={<Pin size={14} aria-hidden />}
        >
          {saved.name}
        </LinkButton>
      ))}
    </nav>
  );
}
