// Texts of the series: titles, bar descriptions and axis labels.

import { formatMinutes } from '#domain/duration.ts';
import { numberFormat } from '#domain/intl.ts';
import { currencyDecimals, formatMoney } from '#domain/money.ts';
import type { BucketSize } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { bucketLabel, type Measure, type SeriesBucket } from './series.ts';

const titles: Record<BucketSize, { hours: () => string; money: (inputs: { currency: string }) => string }> = {
  day: { hours: m.reports_hours_by_day, money: m.reports_money_by_day },
  week: { hours: m.reports_hours_by_week, money: m.reports_money_by_week },
  month: { hours: m.reports_hours_by_month, money: m.reports_money_by_month },
};

export const seriesTitle = (size: BucketSize, measure: Measure): string =>
  measure === 'hours' ? titles[size].hours() : titles[size].money({ currency: measure });

/** "Mon 16 Nov: 7 h 30 m. Approved 6 h, pending 1 h 30 m. Before 5 h." */
export function describeBucket(bucket: SeriesBucket, size: BucketSize, measure: Measure): string {
  const write = (value: number) => formatMeasure(value, measure);
  const parts = [
    bucket.approved > 0 && m.reports_told_approved({ value: write(bucket.approved) }),
    bucket.pending > 0 && m.reports_told_pending({ value: write(bucket.pending) }),
    bucket.rejected > 0 && m.reports_told_rejected({ value: write(bucket.rejected) }),
    bucket.before !== null && m.reports_told_before({ value: write(bucket.before) }),
  ].filter((part) => part !== false);
  const head = `${bucketLabel(bucket, size)}: ${write(bucket.total)}`;
  return parts.length === 0 ? head : `${head} (${parts.join(', ')})`;
}

export const formatMeasure = (value: number, measure: Measure): string =>
  measure === 'hours'
    ? formatMinutes(Math.round(value * 60), getLocale())
    : formatMoney({ amountMinor: Math.round(value * 10 ** currencyDecimals(measure)), currency: measure }, getLocale());

export const formatAxis = (value: number, measure: Measure): string =>
  measure === 'hours'
    ? formatMinutes(Math.round(value * 60), getLocale())
    : numberFormat(getLocale(), { notation: 'compact' }).format(value);
