import { useState } from 'react';
import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { parseDuration } from '../ui/duration-text.ts';
import { TextField } from '../ui/TextField.tsx';
import classes from './worklogs.module.css';

type Props = {
  /** The length of the times in the form; null while they have none. */
  minutes: number | null;
  /** Typed before there is a start; null once the times have it. */
  waiting: number | null;
  onChange: (minutes: number) => void;
};

/** The duration, typed in any usual notation: the end follows. */
export function DurationField({ minutes, waiting, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const shown = minutes !== null && minutes > 0 ? minutes : waiting;
  return (
    <TextField
      label={m.worklog_elapsed()}
      value={typed ?? (shown === null ? '' : formatMinutes(shown, getLocale()))}
      placeholder={formatMinutes(450, getLocale())}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        setUnreadable(false);
        const read = parseDuration(text);
        if (read !== null && read > 0) onChange(read);
      }}
      onBlur={() => {
        const isRead = typed === null || typed.trim() === '' || parseDuration(typed) !== null;
        setUnreadable(!isRead);
        if (isRead) setTyped(null);
      }}
      error={isUnreadable ? m.worklog_duration_unreadable() : undefined}
      autoComplete="off"
      maxLength={20}
      classNames={{ root: classes.duration, input: 'numeric' }}
    />
  );
}
