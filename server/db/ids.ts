// Time-ordered ids (UUIDv7), generated here so that any PostgreSQL from version 15 on works.

import { v7 } from 'uuid';

/** Less than every id, and the id of nothing: RFC 9562. */
export const nilId = '00000000-0000-0000-0000-000000000000';

export const newId = (): string => v7();
