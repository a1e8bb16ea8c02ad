import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ReportProjectBranch } from '#contract/reports.ts';
import { m } from '#locales/messages.js';
import { useUser } from '../../auth.ts';
import { apiQuery } from '../../queries.ts';
import { formatDayRange, formatInstant } from '../../ui/format.ts';
import { lazyPart } from '../../ui/lazy.tsx';
import { within } from '../filter.ts';
import { Legend } from '../Legend.tsx';
import type { Summed } from '../Overview.tsx';
import { piecesOf, tickName, usualSize } from '../series.ts';
import { axisText, titleOf, told } from '../series-text.ts';
import type { Report } from '../use-report.ts';
import { useFilterWords } from './filter-words.ts';
import { PaperBreakdown } from './PaperBreakdown.tsx';
import { PaperTotals } from './PaperTotals.tsx';
import type { Wanted } from './PrintView.tsx';
import classes from './print.module.css';

const Chart = lazyPart(() => import('../Chart.tsx').then((file) => file.Chart));

type Props = Summed & { report: Report; wanted: Wanted; branches: readonly ReportProjectBranch[] };

/** The printable page, black on white in both themes: company, days, filters, totals, chart, breakdown, signatures. */
export function Paper({ report, wanted, totals, before, branches }: Props) {
  const { company } = report;
  return (
    <article className={classes.paper} data-paper aria-label={m.reports_print_title()}>
      <Head report={report} />
      <PaperTotals totals={totals} before={before} currency={company.currency} />
      {wanted.hasChart && totals.minutes > 0 && <Course report={report} />}
      <PaperBreakdown branches={branches} totals={totals} currency={company.currency} depth={wanted.depth} />
      {wanted.hasSignatures && <Signatures />}
    </article>
  );
}

function Head({ report }: { report: Report }) {
  const { company, range } = report;
  const { name } = useUser();
  const words = useFilterWords(report);
  return (
    <div className={classes.head}>
      <div>
        <p className={classes.company}>{company.name}</p>
        <p className={classes.title}>{m.reports_print_title()}</p>
        <p className={classes.range}>{formatDayRange(range.from, range.to)}</p>
      </div>
      <p className={classes.made}>
        {m.reports_made({ name, at: formatInstant(new Date().toISOString()) })}
        <br />
        {m.ui_days_of_zone({ zone: company.timeZone })}
      </p>
      <dl className={classes.filters}>
        {words.map(({ label, value }) => (
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
function Course({ report: { company, place, asked, range } }: { report: Report }) {
  const size = usualSize(range);
  const series = useQuery(
    apiQuery('reports', 'GET /companies/{companyId}/reports/series', {
      companyId: company.id,
      ...within(asked, place),
      by: size,
    }),
  );
  const pieces = piecesOf(series.data?.buckets ?? [], [], 'hours');
  const title = titleOf(size, 'hours');
  return (
    <figure className={classes.course}>
      <figcaption>
        <span className={classes.partTitle}>{title}</span>
        <Legend isCompared={false} hasRejected={pieces.some(({ rejected }) => rejected > 0)} />
      </figcaption>
      <Suspense>
        <Chart
          label={title}
          pieces={pieces}
          height={180}
          tell={(piece) => told(piece, size, 'hours')}
          axisText={(value) => axisText(value, 'hours')}
          tickText={(piece, index) => tickName(piece, size, index === 0)}
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
        <p className={classes.when}>{m.reports_sign_date()}</p>
      </div>
    ))}
  </div>
);
