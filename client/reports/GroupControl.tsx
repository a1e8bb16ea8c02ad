import type { ReportGroup } from '#domain/report-groups.ts';
import { m } from '#locales/messages.js';
import { Segmented } from '../ui/Segmented.tsx';
import { Select } from '../ui/Select.tsx';
import { useIsLargeScreen } from '../ui/width.ts';
import { groupTexts } from './group-texts.ts';
import classes from './groups.module.css';
import type { Report } from './use-report.ts';

/** What the rows are, and what the rows below them are. Also applies to the file and to the printed report. */
export function GroupControl({ report: { choices, levels, offered, change } }: { report: Report }) {
  const isLargeScreen = useIsLargeScreen();
  const [first = 'status', second] = levels;
  const chooseFirst = (group: ReportGroup) =>
    change({ group, subgroup: choices.subgroup === group ? 'usual' : choices.subgroup });
  return (
    <div className={`${classes.groups} no-print`}>
      <h2>{m.reports_group_by()}</h2>
      {isLargeScreen ? (
        <Segmented
          label={m.reports_group_first()}
          value={first}
          onChange={chooseFirst}
          options={offered.map((value) => ({ value, label: groupTexts[value].name() }))}
        />
      ) : (
        <Select
          size="small"
          aria-label={m.reports_group_first()}
          value={first}
          onChange={({ currentTarget }) => offered.filter((one) => one === currentTarget.value).forEach(chooseFirst)}
          options={offered.map((value) => ({ value, label: groupTexts[value].name() }))}
        />
      )}
      <Select
        size="small"
        aria-label={m.reports_group_second()}
        value={second ?? 'none'}
        onChange={({ currentTarget }) =>
          change({ group: first, subgroup: offered.find((one) => one === currentTarget.value) ?? 'none' })
        }
        options={[
          ...offered
            .filter((one) => one !== first)
            .map((value) => ({
              value,
              label: m.reports_then_by({ group: groupTexts[value].name().toLocaleLowerCase() }),
            })),
          { value: 'none', label: m.reports_then_by_nothing() },
        ]}
      />
    </div>
  );
}
