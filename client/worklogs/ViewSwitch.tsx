import { addDays, weekStart } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { useWorklogFilters, type WorklogView } from './search.ts';

/** Switches between list and week. The chosen days are kept. */
export function ViewSwitch() {
  const { weekStartsOn } = useCompany();
  const [{ view, from }, change] = useWorklogFilters();
  const show = (next: WorklogView) => {
    if (next === 'week' || !from) return change({ view: next, to: null });
    const first = weekStart(from, weekStartsOn);
    return change({ view: next, from: first, to: addDays(first, 6) });
  };
  return (
    <Segmented
      label={m.week_views()}
      options={[
        { value: 'list', label: m.week_view_list() },
        { value: 'week', label: m.week_view_week() },
      ]}
      value={view}
      onChange={show}
    />
  );
}
