import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ReportBranch } from '#contract/reports.ts';
import type { ReportGroup } from '#domain/report-groups.ts';
import { m } from '#locales/messages.js';
import { useUser } from '../../auth.ts';
import { serverDate } from '../../clock.ts';
import { apiQuery } from '../../queries.ts';
import { formatDayRange, formatInstant } from '../../ui/format.ts';
import { lazyPart } from '../../ui/lazy.tsx';
import { withSubject } from '../filter.ts';
import { Legend } from '../Legend.tsx';
import { defaultBucketSize, seriesBuckets, tickLabel, withoutEmptyFuture } from '../series.ts';
import { describeBucket, formatAxis, seriesTitle } from '../series-text.ts';
import type { Report } from '../use-report.ts';
import { useFilterTexts } from './filter-texts.ts';
import { PaperBreakdown } from './PaperBreakdown.tsx';
import { PaperTotals, type PrintedTotals } from './PaperTotals.tsx';
import { PrintedSheet } from './PrintedSheet.tsx';
import classes from './print.module.css';

const Chart = lazyPart(() => import('../Chart.tsx').then((file) => file.Chart));

export type PrintOptions = { levels: 2 | 3; hasChart: boolean; hasSignatures: boolean };

type Props = PrintedTotals & {
  report: Report;
  options: PrintOptions;
  isEnlarged: boolean;
  levels: readonly ReportGroup[];
  branches: readonly ReportBranch[];
};

/** The printable page, black on white in both themes: company, days, filters, totals, chart, breakdown, signatures. */
export function Paper({ report, options, isEnlarged, totals, before, levels, branches }: Props) {
  const { company } = report;
  return (
    <PrintedSheet isEnlarged={isEnlarged}>
      <Head report={report} />
      <PaperTotals totals={totals} before={before} currency={company.currency} />
      {options.hasChart && totals.minutes > 0 && <HoursOverTime report={report} />}
      <PaperBreakdown branches={branches} totals={totals} levels={levels} currency={company.currency} />
      {options.hasSignatures && <Signatures />}
    </PrintedSheet>
  );
}

function Head({ report }: { report: Report }) {
  const { company, range } = report;
  const { name } = useUser();
  const filterTexts = useFilterTexts(report);
  return (
    <div className={classes.head}>
      <div>
        <p className={classes.company}>{company.name}</p>
        <p className={classes.title}>{m.reports_print_title()}</p>
        <p className={classes.range}>{formatDayRange(range.from, range.to)}</p>
      </div>
      <p className={classes.generatedAt}>
        {m.reports_made({ name, at: formatInstant(serverDate().toISOString()) })}
        <br />
        {m.ui_days_of_zone({ zone: company.timeZone })}
      </p>
      <dl className={classes.filters}>
        {filterTexts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const nowhere = () => {};

/** The hours over time, with a bucket size that fits the range. */
function HoursOverTime({ report: { company, subject, apiFilter, range, today } }: { report: Report }) {
  const size = defaultBucketSize(range);
  const series = useQuery(
    apiQuery('reports', 'GET /companies/{companyId}/reports/series', {
      companyId: company.id,
      ...withSubject(apiFilter, subject),
      by: size,
    }),
  );
  const buckets = withoutEmptyFuture(seriesBuckets(series.data?.buckets ?? [], [], 'hours'), today);
  const title = seriesTitle(size, 'hours');
  return (
    <figure className={classes.course}>
      <figcaption>
        <span className={classes.partTitle}>{title}</span>
        <Legend buckets={buckets} />
      </figcaption>
      <Suspense>
        <Chart
          label={title}
          buckets={buckets}
          height={180}
          describeBar={(bucket) => describeBucket(bucket, size, 'hours')}
          axisText={(value) => formatAxis(value, 'hours')}
          tickText={(bucket, index) => tickLabel(bucket, size, index === 0)}
          onPoint={nowhere}
        />
      </Suspense>
    </figure>
  );
}

const Signatures = () => (
  <div className={classes.signatures}>
    {[m.reports_sign_worker(), m.reports_sign_manager()].map((who) => (
      <div key={who}>
        <p className={classes.line} />
        <p>{who}</p>
        <p className={classes.signatureDate}>{m.reports_sign_date()}</p>
      </div>
    ))}
  </div>
);
