import { useState } from 'react';
import { maxLockReasonLength } from '#domain/companies.ts';
import type { DayRange } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import type { ApiProblem } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { formatDayRange } from '../ui/format.ts';
import { TextField } from '../ui/TextField.tsx';

type Props = { problem: ApiProblem; onConfirm: (confirmed: { unlockFrom: string; lockReason: string }) => void };

/** Shows what moving the lock date back would unlock; the button confirms and submits the form again. */
export function UnlockConfirm({ problem, onConfirm }: Props) {
  const [reason, setReason] = useState('');
  const { lockedUntil, opens } = problem.extra;
  if (typeof lockedUntil !== 'string') return null;
  const periods = payrollPeriodsIn(opens);
  return (
    <>
      {periods.length > 0 && (
        <>
          <p>{m.company_unlock_payroll()}</p>
          <ul>
            {periods.map(({ from, to }) => (
              <li key={`${from} ${to}`}>{formatDayRange(from, to)}</li>
            ))}
          </ul>
        </>
      )}
      <TextField
        label={m.company_unlock_reason()}
        value={reason}
        maxLength={maxLockReasonLength}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" color="red" onClick={() => onConfirm({ unlockFrom: lockedUntil, lockReason: reason })}>
        {m.company_unlock_confirm()}
      </Button>
    </>
  );
}

function payrollPeriodsIn(opens: unknown): DayRange[] {
  if (typeof opens !== 'object' || opens === null || !('payrollPeriods' in opens)) return [];
  return Array.isArray(opens.payrollPeriods) ? opens.payrollPeriods.filter(isRange) : [];
}

const isRange = (value: unknown): value is DayRange =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
