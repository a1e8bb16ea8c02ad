// The messages of both languages, as they are written.
import { readMessages } from '../support/messages.ts';

export const sentences = { en: readMessages('en'), id: readMessages('id') };
