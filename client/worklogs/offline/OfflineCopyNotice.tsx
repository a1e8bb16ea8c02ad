import WifiOff from 'lucide-react/icons/wifi-off';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { serverDate } from '../../clock.ts';
import { Alert } from '../../ui/Alert.tsx';
import { formatDay, formatInstant, formatTime, readerZone } from '../../ui/format.ts';
import classes from '../unsent/unsent.module.css';
import { useShownOfflineCopy } from './copy.ts';

/** How old the worklogs are that the page shows without a connection, and how far they reach back. */
export function OfflineCopyNotice() {
  const copy = useShownOfflineCopy();
  if (!copy) return null;
  const takenAt = new Date(copy.takenAt);
  const now = serverDate();
  const isToday = dayOf(takenAt, readerZone()) === dayOf(now, readerZone());
  const at = isToday ? formatTime(takenAt.toISOString(), readerZone()) : formatInstant(takenAt.toISOString());
  return (
    <Alert
      tone="info"
      className={classes.copyNotice}
      icon={<WifiOff size={18} aria-hidden />}
      title={m.offline_copy_title({ at })}
    >
      {m.offline_copy_text({ day: formatDay(copy.from) })}
    </Alert>
  );
}
