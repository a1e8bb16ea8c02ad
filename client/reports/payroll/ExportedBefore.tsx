import type { PayrollWorker } from '#contract/payroll.ts';
import { formatMinutes } from '#domain/duration.ts';
import { formatMoney, type Money } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { formatInstant } from '../../ui/format.ts';
import classes from './payroll.module.css';

type Props = { worker: PayrollWorker };

/** Warns if the approved totals have changed since the last payroll export. */
export function ExportedBefore({ worker: { exported, approved } }: Props) {
  if (!exported?.differs) return null;
  return (
    <p className={classes.exported}>
      {m.reports_payroll_exported({
        was: amountsText(exported),
        now: amountsText(approved),
        day: formatInstant(exported.at),
        name: exported.byName,
      })}
    </p>
  );
}

function amountsText({ minutes, expenses }: { minutes: number; expenses: readonly Money[] }): string {
  const money = expenses.map((amount) => formatMoney(amount, getLocale()));
  const hours = minutes > 0 || money.length === 0 ? [formatMinutes(minutes, getLocale())] : [];
  return [...hours, ...money].join(' + ');
}
