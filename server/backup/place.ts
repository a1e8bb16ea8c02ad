// Where backups are stored: a folder or a bucket. A file appears completely or not at all, and is never changed afterwards.
// Errors are thrown; a missing file is null.

export type BackupPlace = {
  /** For messages: the path or address. */
  name: string;
  /** Refuses if a file of that name exists. */
  write(name: string, content: Buffer): Promise<void>;
  /** The only files that are replaced: small lists. */
  replace(name: string, content: Buffer): Promise<void>;
  read(name: string): Promise<Buffer | null>;
  /** Does nothing if it does not exist. */
  remove(name: string): Promise<void>;
  /** Names that begin with this folder, which ends with a slash, in their order. */
  list(folder: string): Promise<string[]>;
  /** Bytes that can still be written; null if unknown. */
  freeBytes(): Promise<number | null>;
};
