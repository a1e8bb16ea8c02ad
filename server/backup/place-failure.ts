// An error of the backup place, as a sentence that says what to do: its disk is full, closed or gone, or the bucket refuses or does
// not answer. Other errors stay as they are.

import { hasCode, StartRefusal } from '../start-refusal.ts';
import type { BackupPlace } from './place.ts';

type Advise = (error: unknown, name: string) => string | null;

/** The same place, whose errors say what to do. */
export function withAdvice(place: BackupPlace, advise: Advise): BackupPlace {
  const advised = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const sentence = error instanceof StartRefusal ? null : advise(error, place.name);
      throw sentence === null ? error : new StartRefusal(sentence);
    }
  };
  return {
    name: place.name,
    write: (name, content) => advised(place.write(name, content)),
    replace: (name, content) => advised(place.replace(name, content)),
    read: (name) => advised(place.read(name)),
    remove: (name) => advised(place.remove(name)),
    list: (folder) => advised(place.list(folder)),
    freeBytes: () => advised(place.freeBytes()),
  };
}

export const adviseOnFolder: Advise = (error, name) => {
  if (hasCode(error, 'ENOSPC', 'EDQUOT'))
    return `The disk of BACKUP_PLACE ${name} is full. Free space there, set a lower BACKUP_DAYS, or choose another place.`;
  if (hasCode(error, 'EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'ENOENT', 'EIO', 'ESTALE'))
    return (
      `BACKUP_PLACE ${name} cannot be used (${error.message}). ` +
      'Mount its disk writable, give the folder to this user, or choose another place.'
    );
  return null;
};

export const adviseOnBucket: Advise = (error, name) =>
  `The bucket of BACKUP_PLACE ${name} cannot be used (${reasonOf(error)}). Check its address, BACKUP_S3_KEY_ID, ` +
  'BACKUP_S3_SECRET and BACKUP_S3_REGION, and whether it can be reached from this machine.';

/** The cause says more than "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
