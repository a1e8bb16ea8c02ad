import FoldVertical from 'lucide-react/icons/fold-vertical';
import UnfoldVertical from 'lucide-react/icons/unfold-vertical';
import { m } from '#locales/messages.js';
import { foreignZone, formatHour } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { hourHeight } from './sizes.ts';
import type { WeekModel } from './use-week-model.ts';
import classes from './week.module.css';

/** The hours beside the days, a button for more of them, and their zone if it is not the user's own. */
export function HourScale({ model }: { model: WeekModel }) {
  const { visible, zone, days } = model.week;
  const at = new Date(days[0]?.column.noon ?? 0);
  const foreign = foreignZone(at.toISOString(), zone);
  const hours = Array.from({ length: visible.last - visible.first }, (_, index) => visible.first + index);
  const Icon = model.isAll ? FoldVertical : UnfoldVertical;
  return (
    <div className={classes.scale}>
      <div className={classes.corner}>
        {model.hasMoreHours && (
          <IconButton
            aria-label={model.isAll ? m.week_fewer_hours() : m.week_all_hours()}
            title={model.isAll ? m.week_fewer_hours() : m.week_all_hours()}
            onClick={model.toggleHours}
          >
            <Icon size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      <span className={classes.scaleZone} aria-hidden>
        {foreign}
      </span>
      <div className={classes.scaleHours} style={{ height: hours.length * hourHeight }} aria-hidden>
        {hours.slice(1).map((hour) => (
          <span key={hour} style={{ top: (hour - visible.first) * hourHeight }}>
            {hour >= 0 && formatHour(hour)}
          </span>
        ))}
      </div>
    </div>
  );
}
