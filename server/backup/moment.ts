// The moment of `--to`. Without an offset it is in the time zone of this machine (TZ), and the restore prints it in full before it
// begins; a time that a clock change skips or repeats needs an offset.

import { StartRefusal } from '../start-refusal.ts';

const form = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?) ?(Z|[+-]\d{2}:\d{2})?$/;

export function parseMoment(text: string, zone: string, now: Date): Date {
  const [, day, time, offset] = form.exec(text.trim()) ?? [];
  if (day === undefined || time === undefined)
    throw new StartRefusal(
      `--to "${text}" is no moment. Write it as "2026-11-22 14:32" (time zone of this machine, ${zone}), ` +
        'or with an offset as "2026-11-22 14:32+07:00" or "2026-11-22 07:32Z".',
    );
  const moment = instantOf(`${day}T${time}`, offset, zone, text);
  if (moment > now)
    throw new StartRefusal(
      `--to "${text}" (${momentText(moment, zone)}) is in the future. For everything that was stored: without --to.`,
    );
  return moment;
}

function instantOf(local: string, offset: string | undefined, zone: string, text: string): Date {
  try {
    if (offset !== undefined) return new Date(Temporal.Instant.from(local + offset).epochMilliseconds);
    const zoned = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: 'reject' });
    return new Date(zoned.epochMilliseconds);
  } catch {
    throw new StartRefusal(
      `--to "${text}" does not exist, or exists twice, in the time zone ${zone}: add the offset, such as "${text}+01:00".`,
    );
  }
}

/** In the time zone of the machine and in UTC. */
export function momentText(moment: Date, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);
  return `${local.toString({ smallestUnit: 'second' })}, ${moment.toISOString()}`;
}
