import type { ReactNode } from 'react';
import { addDays, daysBetween } from '#domain/calendar.ts';
import { toMinor } from '#domain/money.ts';
import type { PlacementReason } from '#domain/quick-entry/placement.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../../auth.ts';
import { serverDate } from '../../clock.ts';
import { parseAmount } from '../../ui/amount-text.ts';
import { formatTimeOfDay, readerZone } from '../../ui/format.ts';
import { projectTitle } from '../../ui/project-title.ts';
import { DayText, DurationText, MoneyText } from '../../ui/texts.tsx';
import { parseTime } from '../../ui/time-text.ts';
import { ProjectDot } from '../../worklog/ProjectDot.tsx';
import { type EntryValues, isByDuration } from '../entry.ts';
import { FavouriteButton } from '../FavouriteButton.tsx';
import { useToday } from '../today.ts';
import { zoneNote } from '../zone.ts';
import { missingParts } from './missing-parts.ts';
import classes from './quick.module.css';
import type { QuickForm } from './use-quick-entry.ts';

/** The parsed parts of the line, with placeholders for missing ones. */
export function QuickChips({ id, form }: { id: string; form: QuickForm }) {
  const { entry, tasks, read, hasTried } = form;
  const { task } = tasks;
  const missing = missingParts(form);
  const placeholder = (text: string | null) => text && <Chip state={hasTried ? 'wrong' : 'missing'}>{text}</Chip>;
  const isBlank = form.typed.trim() === '';
  return (
    <ul id={id} className={classes.chips} aria-label={m.quick_understood()}>
      <DayChip form={form} />
      {entry.startTime === ''
        ? placeholder(missing.times)
        : form.entries.map((one) => <TimesChip key={one.startTime} entry={one} form={form} />)}
      {form.minutes !== null && form.minutes > 0 && (
        <Chip>
          <DurationText minutes={form.minutes} />
          {isByDuration(entry) && <span className="dimmed small">{m.worklog_no_times()}</span>}
        </Chip>
      )}
      {task ? (
        <Chip state="task">
          <ProjectDot colour={task.colour} />
          <span>
            {isolated(task.taskName)} <span className="dimmed">{projectTitle(task)}</span>
          </span>
          <FavouriteButton task={task} className={classes.star} />
        </Chip>
      ) : (
        placeholder(missing.task)
      )}
      {entry.amount === '' ? placeholder(missing.amount) : <AmountChip entry={entry} />}
      {read.tags.map((name) => (
        <Chip key={name}>#{isolated(name)}</Chip>
      ))}
      {!isBlank && read.notes !== '' && <Chip state="notes">{read.notes}</Chip>}
    </ul>
  );
}

type State = 'known' | 'task' | 'assumed' | 'missing' | 'wrong' | 'notes';

const Chip = ({ state = 'known', children }: { state?: State; children: ReactNode }) => (
  <li className={classes.chip} data-state={state}>
    {children}
  </li>
);

/** As in lists: "Rp 35.000". */
function AmountChip({ entry }: { entry: EntryValues }) {
  const { currency } = useCompany();
  const amountMinor = toMinor(parseAmount(entry.amount, getLocale()) ?? '', currency);
  return (
    <Chip>
      {amountMinor === null ? `${currency} ${entry.amount}` : <MoneyText money={{ amountMinor, currency }} />}
    </Chip>
  );
}

function DayChip({ form: { entry, zone, isDayNamed } }: { form: QuickForm }) {
  const today = useToday(zone);
  const near = { [today]: m.worklogs_today(), [addDays(today, -1)]: m.worklogs_yesterday() }[entry.day];
  return (
    <Chip state={isDayNamed ? 'known' : 'assumed'}>
      <span>
        {near && `${near}, `}
        <DayText day={entry.day} />
      </span>
    </Chip>
  );
}

function TimesChip({ entry, form: { reason, zone } }: { entry: EntryValues; form: QuickForm }) {
  const { timeZone } = useCompany();
  const note = zoneNote(zone, timeZone, readerZone(), serverDate());
  const nights = entry.endTime === '' ? 0 : daysBetween(entry.day, entry.endDay);
  return (
    <Chip>
      <span className="numeric">
        {clock(entry.startTime)}–{clock(entry.endTime)}
        {nights > 0 && ` +${nights}`}
        {note && <span className="dimmed"> {note.short}</span>}
      </span>
      {reason && reason !== 'named' && <span className="dimmed small">{reasonText(reason)}</span>}
    </Chip>
  );
}

/** In the notation of the user's language; the line itself uses a colon. */
function clock(typed: string): string {
  const time = parseTime(typed);
  return time ? formatTimeOfDay(time) : '?';
}

function reasonText(reason: Exclude<PlacementReason, 'named'>): string {
  switch (reason) {
    case 'after-last':
      return m.quick_after_last();
    case 'until-now':
      return m.quick_until_now();
    case 'usual':
      return m.quick_usual();
  }
}
