// Time-ordered ids (UUIDv7), generated here so that any PostgreSQL from version 15 on works.

import { v7 } from 'uuid';

export const newId = (): string => v7();
