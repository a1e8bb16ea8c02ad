import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Printer from 'lucide-react/icons/printer';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { apiQuery } from '../../queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useIsPhone } from '../../ui/width.ts';
import { withSubject } from '../filter.ts';
import { GroupControl } from '../GroupControl.tsx';
import { groupTexts } from '../group-texts.ts';
import { RangeRefused } from '../NothingLogged.tsx';
import { rangeError } from '../range-error.ts';
import type { Report } from '../use-report.ts';
import { Paper, type PrintOptions } from './Paper.tsx';
import classes from './print.module.css';

/** A preview of the printed report, with options for its content. */
export function PrintView({ report }: { report: Report }) {
  const { company, subject, choices, apiFilter } = report;
  const [options, setOptions] = useState<PrintOptions>({ levels: 2, hasChart: true, hasSignatures: true });
  const [isZoomed, setZoomed] = useState(false);
  const isEnlarged = useIsPhone() && isZoomed;
  const levels = report.levels.slice(0, options.levels);
  const filter = { companyId: company.id, ...withSubject(apiFilter, subject) };
  const summed = useQuery({
    ...apiQuery('reports', 'GET /companies/{companyId}/reports', { ...filter, compare: choices.compare === 'yes' }),
    placeholderData: keepPreviousData,
  });
  const tree = useQuery(
    apiQuery('reports', 'GET /companies/{companyId}/reports/breakdown', { ...filter, groupBy: levels }),
  );
  const error = summed.error ?? tree.error;
  const isReady = summed.data !== undefined && tree.data !== undefined;
  if (error && rangeError(error)) return <RangeRefused report={report} />;
  return (
    <div className={classes.view}>
      <Tools
        report={report}
        options={options}
        isReady={isReady}
        isEnlarged={isEnlarged}
        onChange={(patch) => setOptions({ ...options, ...patch })}
        onEnlarge={setZoomed}
      />
      {error && !isReady ? (
        <ErrorState error={error} onRetry={() => Promise.all([summed.refetch(), tree.refetch()])} />
      ) : summed.data && tree.data ? (
        <Paper
          report={report}
          options={options}
          levels={levels}
          isEnlarged={isEnlarged}
          totals={tree.data.totals}
          before={summed.data.before}
          branches={tree.data.rows}
        />
      ) : (
        <SkeletonRows rows={12} />
      )}
    </div>
  );
}

type ToolsProps = {
  report: Report;
  options: PrintOptions;
  isReady: boolean;
  isEnlarged: boolean;
  onChange: (patch: Partial<PrintOptions>) => void;
  onEnlarge: (isEnlarged: boolean) => void;
};

const Tools = ({ report, options, isReady, isEnlarged, onChange, onEnlarge }: ToolsProps) => (
  <div className={`${classes.tools} no-print`}>
    <Button
      variant="subtle"
      color="gray"
      leftSection={<ArrowLeft size={16} aria-hidden />}
      onClick={() => report.change({ view: 'breakdown' })}
    >
      {m.reports_back_to_breakdown()}
    </Button>
    <GroupControl report={report} />
    <Depth report={report} options={options} onChange={onChange} />
    <div className={classes.options}>
      <Checkbox
        label={m.reports_chart()}
        checked={options.hasChart}
        onChange={({ currentTarget }) => onChange({ hasChart: currentTarget.checked })}
      />
      <Checkbox
        label={m.reports_signatures()}
        checked={options.hasSignatures}
        onChange={({ currentTarget }) => onChange({ hasSignatures: currentTarget.checked })}
      />
    </div>
    <div className={classes.actions}>
      {useIsPhone() && <EnlargeButton isEnlarged={isEnlarged} onEnlarge={onEnlarge} />}
      <Button leftSection={<Printer size={18} aria-hidden />} disabled={!isReady} onClick={() => window.print()}>
        {m.reports_print()}
      </Button>
    </div>
  </div>
);

/** The sheet is wider than the window of a phone. */
const EnlargeButton = ({ isEnlarged, onEnlarge }: Pick<ToolsProps, 'isEnlarged' | 'onEnlarge'>) => {
  const Icon = isEnlarged ? ZoomOut : ZoomIn;
  return (
    <Button variant="default" leftSection={<Icon size={18} aria-hidden />} onClick={() => onEnlarge(!isEnlarged)}>
      {isEnlarged ? m.reports_print_fit() : m.reports_print_enlarge()}
    </Button>
  );
};

/** Whether the workers below tasks of projects are printed too. */
const Depth = ({ report: { levels }, options, onChange }: Pick<ToolsProps, 'report' | 'options' | 'onChange'>) =>
  levels.length > 2 && (
    <Segmented
      label={m.reports_depth()}
      value={String(options.levels)}
      onChange={(chosen) => onChange({ levels: chosen === '3' ? 3 : 2 })}
      options={[2, 3].map((count) => ({
        value: String(count),
        label: groupTexts[levels[count - 1] ?? 'status'].name(),
      }))}
    />
  );
