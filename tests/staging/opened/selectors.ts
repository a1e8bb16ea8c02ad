// Selectors of elements that open on many pages, and of what shows that they are open.
import { sentences } from '../sentences.ts';
import { pressed } from '../stage.ts';

/** Selects by role and, in either language, by the beginning of the name: the message up to its first value. */
export function named(role: string, message: string): string {
  const beginnings = [sentences.en[message], sentences.id[message]].map((text) => String(text).split('{')[0]?.trim());
  if (!beginnings.every(Boolean)) throw new Error(`${message} begins with a value, or is not a message.`);
  return `role=${role}[name=/^(${beginnings.join('|')})/]`;
}

export const filter = (number: number) => pressed(`main search button >> nth=${number - 1}`);
export const picker = 'input[aria-haspopup=listbox]';
export const someDays = 'from={from}&to={to}';

export const menu = '[role=menu] [role=menuitem]';
export const list = '[role=listbox] [role=option]';
export const choiceLabels = ':is([role=dialog], dialog[open]) fieldset label';
export const calendar = ':is([role=dialog], dialog[open]) table button';
export const question = ':is([role=dialog], dialog[open]) p';
export const reason = ':is([role=dialog], dialog[open]) textarea';
export const errorList = 'main form [role=alert] li';
export const moreSeats = 'main [role=status] button';
