import { m } from '#locales/messages.js';
import { zoneOfDays } from '../../ui/format.ts';

/** Names the zone of the days if it is not the user's own. */
export function ZoneNote({ at }: { at: number }) {
  const zone = zoneOfDays(new Date(at));
  return zone && <p className="dimmed small">{m.week_zone_note({ zone })}</p>;
}
