import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { apiQuery } from '../../queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { withSubject } from '../filter.ts';
import { RangeRefused } from '../NothingLogged.tsx';
import { rangeError } from '../range-error.ts';
import type { Report } from '../use-report.ts';
import { Paper, type PrintOptions } from './Paper.tsx';
import { type PrintDepth, printDepths } from './PaperBreakdown.tsx';
import classes from './print.module.css';

/** A preview of the printed report, with options for its content. */
export function PrintView({ report }: { report: Report }) {
  const { company, subject, choices, change, apiFilter } = report;
  const [options, setOptions] = useState<PrintOptions>({ depth: 'task', hasChart: true, hasSignatures: true });
  const filter = { companyId: company.id, ...withSubject(apiFilter, subject) };
  const summed = useQuery({
    ...apiQuery('reports', 'GET /companies/{companyId}/reports', { ...filter, compare: choices.compare === 'yes' }),
    placeholderData: keepPreviousData,
  });
  const isOpenable = summed.data?.rows.some((row) => row.isOpenable) ?? false;
  const tree = useQuery({
    ...apiQuery('reports', 'GET /companies/{companyId}/reports/breakdown', filter),
    enabled: isOpenable,
  });
  const error = summed.error ?? tree.error;
  const isReady = summed.data !== undefined && (!isOpenable || tree.data !== undefined);
  if (error && rangeError(error)) return <RangeRefused report={report} />;
  return (
    <div className={classes.view}>
      <Tools
        {...{ options, isReady }}
        depths={isOpenable ? printDepths : []}
        onChange={(patch) => setOptions({ ...options, ...patch })}
        onLeave={() => change({ view: 'breakdown' })}
      />
      {error && !isReady ? (
        <ErrorState error={error} onRetry={() => Promise.all([summed.refetch(), isOpenable && tree.refetch()])} />
      ) : isReady && summed.data ? (
        <Paper
          report={report}
          options={options}
          totals={summed.data.totals}
          before={summed.data.before}
          branches={tree.data?.rows ?? summed.data.rows.map((row) => ({ ...row, tasks: [] }))}
        />
      ) : (
        <SkeletonRows rows={12} />
      )}
    </div>
  );
}

type ToolsProps = {
  options: PrintOptions;
  depths: readonly PrintDepth[];
  isReady: boolean;
  onChange: (patch: Partial<PrintOptions>) => void;
  onLeave: () => void;
};

const depthNames: Record<PrintDepth, () => string> = {
  project: m.reports_depth_projects,
  task: m.reports_depth_tasks,
  worker: m.reports_depth_workers,
};

const Tools = ({ options, depths: offered, isReady, onChange, onLeave }: ToolsProps) => (
  <div className={`${classes.tools} no-print`}>
    <Button variant="subtle" color="gray" leftSection={<ArrowLeft size={16} aria-hidden />} onClick={onLeave}>
      {m.reports_back_to_breakdown()}
    </Button>
    {offered.length > 0 && (
      <Segmented
        label={m.reports_depth()}
        value={options.depth}
        onChange={(depth) => onChange({ depth })}
        options={offered.map((value) => ({ value, label: depthNames[value]() }))}
      />
    )}
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
    <Button leftSection={<Printer size={18} aria-hidden />} disabled={!isReady} onClick={() => window.print()}>
      {m.reports_print()}
    </Button>
  </div>
);
