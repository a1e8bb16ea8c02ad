// Time-ordered keys (UUIDv7), made here so that every PostgreSQL from 15 on will do.

import { v7 } from 'uuid';

export const newId = (): string => v7();
