import Lock from 'lucide-react/icons/lock';
import { useState } from 'react';
import type { DayRange } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import { type ApiOutput, ApiProblem } from '../../api.ts';
import { affectedBy, invalidate, useApiMutation } from '../../queries.ts';
import { pathTo } from '../../routes.ts';
import { showToast } from '../../toast.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDate } from '../../ui/format.ts';
import { problemText } from '../../ui/problem-text.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import classes from './payroll.module.css';

type Closing = NonNullable<ApiOutput<'GET /companies/{companyId}/payroll'>['closing']>;
type Props = { closing: Closing; range: DayRange; companyId: string };

/** Closes the period by moving the lock date forward; shows pending worklogs and asks for confirmation. */
export function ClosePeriod({
  closing: { lockedUntil, pending, oldestPendingOn, close: permission },
  range: { from, to: until },
  companyId,
}: Props) {
  const [isAsking, setAsking] = useState(false);
  const close = useApiMutation('POST /companies/{companyId}/payroll/close', {
    invalidates: affectedBy.companies,
  });
  const isClosed = lockedUntil !== null && lockedUntil >= until;
  const confirm = () =>
    close.mutate(
      { companyId, from, until, pending },
      {
        onSuccess: () => showToast(m.reports_payroll_closed({ day: formatDate(until) }), { type: 'success' }),
        onError: (error) => {
          // Somebody logged or decided meanwhile: refetch the number of pending worklogs.
          if (error instanceof ApiProblem) void invalidate(['reports']);
        },
      },
    );
  return (
    <div className={`${classes.closing} no-print`}>
      <Lock size={18} aria-hidden />
      <div className={classes.closingText}>
        <p>
          {isClosed
            ? m.reports_payroll_is_closed({ day: formatDate(lockedUntil) })
            : pending === 0
              ? m.reports_payroll_nothing_pending({ day: formatDate(until) })
              : m.reports_payroll_still_pending({ count: pending, day: formatDate(until) })}
        </p>
        {!isClosed && pending > 0 && oldestPendingOn && (
          <TextLink to={`${pathTo('/approvals')}?from=${oldestPendingOn}&to=${until}&status=pending`}>
            {m.reports_payroll_decide_first()}
          </TextLink>
        )}
        {close.isError && <p role="alert">{problemText(close.error)}</p>}
        {isAsking && permission === true && <p>{m.reports_payroll_close_text({ day: formatDate(until) })}</p>}
      </div>
      {!isClosed && permission === 'payroll.not-over' && <p className="dimmed small">{m.reason_payroll_not_over()}</p>}
      {permission === true && !isAsking && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {m.reports_payroll_close()}
        </Button>
      )}
      {permission === true && isAsking && (
        <>
          <Button loading={close.isPending} onClick={confirm}>
            {pending === 0 ? m.reports_payroll_close() : m.reports_payroll_close_anyway({ count: pending })}
          </Button>
          <Button variant="subtle" onClick={() => setAsking(false)}>
            {m.ui_cancel()}
          </Button>
        </>
      )}
    </div>
  );
}
