import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow';
import { m } from '#locales/messages.js';
import { IconButton } from '../ui/IconButton.tsx';
import { Popup } from '../ui/Popup.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
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
  <Popup
    label={m.approvals_arrange()}
    className={classes.arrange}
    button={(trigger) => (
      <IconButton {...trigger} variant="default" tip={m.approvals_arrange()} aria-label={m.approvals_arrange()}>
        <ArrowDownWideNarrow size={18} aria-hidden />
      </IconButton>
    )}
  >
    {() => (
      <>
        <RadioGroup
          label={m.approvals_grouping()}
          value={filters.group}
          options={groupings.map((value) => ({ value, label: groupLabels[value]() }))}
          onChange={(group) => change({ group })}
        />
        <RadioGroup
          label={m.approvals_order()}
          value={filters.sort}
          options={sortOrders.map((value) => ({ value, label: orderLabels[value]() }))}
          onChange={(sort) => change({ sort })}
        />
      </>
    )}
  </Popup>
);
