import { useUnsentEntry } from './unsent/store.ts';
import classes from './worklogs.module.css';

/** In the row of a worklog of the server: that a change or a withdrawal of it waits on this device. */
export function ChangeMark({ worklogId }: { worklogId: string }) {
  const entry = useUnsentEntry(worklogId);
  if (!entry?.unchanged) return null;
  return (
    <span className={classes.changeMark} data-refused={entry.refusedCode !== null}>
      {entry.changeText}
    </span>
  );
}
