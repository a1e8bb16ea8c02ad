import { NativeSelect } from '@mantine/core';
import { m } from '#locales/messages.js';
import classes from './approvals.module.css';
import { type ApprovalFilterValues, type ChangeFilters, groupings, orders } from './filter.ts';

type Props = { filters: ApprovalFilterValues; change: ChangeFilters };

const orderLabels = {
  newest: m.approvals_newest,
  oldest: m.approvals_oldest,
  submitted: m.approvals_longest_waiting,
};
const groupLabels = { day: m.approvals_by_day, worker: m.approvals_by_worker };

/** How the rows stand: their order and what they are grouped by. */
export const ListToolbar = ({ filters, change }: Props) => (
  <div className={classes.toolbar}>
    <NativeSelect
      size="xs"
      aria-label={m.approvals_grouping()}
      value={filters.group}
      data={groupings.map((value) => ({ value, label: groupLabels[value]() }))}
      onChange={(event) => change({ group: groupings.find((one) => one === event.currentTarget.value) ?? 'day' })}
    />
    <NativeSelect
      size="xs"
      aria-label={m.approvals_order()}
      value={filters.sort}
      data={orders.map((value) => ({ value, label: orderLabels[value]() }))}
      onChange={(event) => change({ sort: orders.find((one) => one === event.currentTarget.value) ?? 'newest' })}
    />
  </div>
);
