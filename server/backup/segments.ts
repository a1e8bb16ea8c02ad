// Names of segments of the write-ahead log. PostgreSQL names them by timeline and number (000000010000000A000000FF); here they are
// stored as wal/<timeline>/<upper half>/<name>.<sha256 of the content>.zst, so that a list of names shows what is missing, what
// each file must contain, and whether one is stored already.

import type { BackupPlace } from './place.ts';

const segmentBytes = 16 * 1024 ** 2;
/** The lower half of the name counts to 255. */
const segmentsPerFolder = 256;

export type StoredSegment = {
  segment: string;
  sha256: string;
  /** In the backup place. */
  file: string;
};

export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);
export const isHistory = (name: string): boolean => /^[0-9A-F]{8}\.history$/.test(name);

export const timelineOf = (segment: string): number => Number.parseInt(segment.slice(0, 8), 16);

/** The position in the log, the same on all timelines. */
export const numberOf = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * segmentsPerFolder + Number.parseInt(segment.slice(16), 16);

export const segmentAt = (timeline: number, number: number): string =>
  hex(timeline) + hex(Math.floor(number / segmentsPerFolder)) + hex(number % segmentsPerFolder);

/** Of a position as PostgreSQL writes it, in two hexadecimal halves: 0/3000060. */
export const segmentNumberAt = (high: string, low: string): number =>
  Number.parseInt(high, 16) * segmentsPerFolder + Math.floor(Number.parseInt(low, 16) / segmentBytes);

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

const walFolder = 'wal/';

/** The folder of a segment or of a timeline history. */
export const folderOf = (name: string): string =>
  isSegment(name) ? `${walFolder}${name.slice(0, 8)}/${name.slice(8, 16)}/` : `${walFolder}history/`;

export const fileOf = (name: string, sha256: string, suffix: string): string =>
  `${folderOf(name)}${name}.${sha256}${suffix}`;

const storedForm = /\/([0-9A-F]{24}|[0-9A-F]{8}\.history)\.([0-9a-f]{64})\.zst(?:\.age)?$/;

export function storedSegment(file: string): StoredSegment | null {
  const [, segment, sha256] = storedForm.exec(file) ?? [];
  return segment === undefined || sha256 === undefined ? null : { segment, sha256, file };
}

/** What is stored under the name of a segment or history. */
export async function findStored(place: BackupPlace, name: string): Promise<StoredSegment | null> {
  const stored = (await place.list(folderOf(name))).map(storedSegment);
  return stored.find((one) => one?.segment === name) ?? null;
}

export async function listSegments(place: BackupPlace): Promise<StoredSegment[]> {
  return (await place.list(walFolder)).flatMap((file) => storedSegment(file) ?? []);
}

/** Whether the segment before this one is stored: on its timeline, or on an earlier one. */
export async function isContinuous(place: BackupPlace, segment: string): Promise<boolean> {
  for (let timeline = timelineOf(segment); timeline > 0; timeline -= 1)
    if (await findStored(place, segmentAt(timeline, numberOf(segment) - 1))) return true;
  return false;
}
