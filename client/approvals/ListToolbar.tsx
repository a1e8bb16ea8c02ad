import { m } from '#locales/messages.js';
import { Select } from '../ui/Select.tsx';
import classes from './approvals.module.css';
import { type ApprovalFilterValues, type ChangeFilters, groupings, sortOrders } from './filter.ts';

type Props = { filters: ApprovalFilterValues; change: ChangeFilters };

const orderLabels = {
  newest: m.approvals_newest,
  oldest: m.approvals_oldest,
  submitted: m.approvals_longest_waiting,
};
const groupLabels = { day: m.approvals_by_day, worker: m.approvals_by_worker };

/** The order and the grouping of the rows. */
export const ListToolbar = ({ filters, change }: Props) => (
  <div className={classes.toolbar}>
    <Select
      size="small"
      aria-label={m.approvals_grouping()}
      value={filters.group}
      options={groupings.map((value) => ({ value, label: groupLabels[value]() }))}
      onChange={(event) => change({ group: groupings.find((one) => one === event.currentTarget.value) ?? 'day' })}
    />
    <Select
      size="small"
      aria-label={m.approvals_order()}
      value={filters.sort}
      options={sortOrders.map((value) => ({ value, label: orderLabels[value]() }))}
      onChange={(event) => change({ sort: sortOrders.find((one) => one === event.currentTarget.value) ?? 'newest' })}
    />
  </div>
);
