import { useQuery } from '@tanstack/react-query';
import type { SeatPrice } from '#contract/billing.ts';
import { formatMoney } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { apiQuery } from '../queries.ts';
import classes from './companies.module.css';

const periods = {
  day: m.company_period_day,
  week: m.company_period_week,
  month: m.company_period_month,
  year: m.company_period_year,
};

/** The price of the chosen seats. `seats` is null if the input is no valid number. */
export function SeatsPrice({ companyId, seats }: { companyId: string; seats: number | null }) {
  const { data, isPending } = useQuery(apiQuery('companies', 'GET /companies/{companyId}/seats/price', { companyId }));
  const price = data?.price ?? null;
  const amountMinor = price?.amountMinor ?? null;
  if (isPending) return <p className={classes.price}>&nbsp;</p>;
  if (price === null || amountMinor === null) return <p className="dimmed">{m.company_price_later()}</p>;
  const money = (count: number) =>
    formatMoney({ amountMinor: amountMinor * count, currency: price.currency }, getLocale());
  return (
    <div className={classes.price}>
      <p className="dimmed">{m.company_price_label()}</p>
      <output className={`${classes.total} numeric`}>{seats === null ? '–' : totalText(money(seats), price)}</output>
      <p className="dimmed">{m.company_price({ price: money(1) })}</p>
    </div>
  );
}

function totalText(total: string, { interval, intervalCount }: SeatPrice): string {
  if (intervalCount === 1) return m.company_price_total({ total, period: periods[interval]() });
  const length = new Intl.NumberFormat(getLocale(), { style: 'unit', unit: interval, unitDisplay: 'long' });
  return m.company_price_total_every({ total, period: length.format(intervalCount) });
}
