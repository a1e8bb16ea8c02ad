// Where things are that open on many pages, and by what one sees that they are there.
import { pressed } from '../stage.ts';

export const filter = (number: number) => pressed(`main search button >> nth=${number - 1}`);
export const picker = 'input[aria-haspopup=listbox]';
export const someDays = 'from={from}&to={to}';

export const menu = '[role=menu] [role=menuitem]';
export const list = '[role=listbox] [role=option]';
export const choiceLabels = ':is([role=dialog], dialog[open]) fieldset label';
export const calendar = ':is([role=dialog], dialog[open]) table button';
export const question = ':is([role=dialog], dialog[open]) p';
export const reason = ':is([role=dialog], dialog[open]) textarea';
export const told = 'main form [role=alert] li';
export const moreSeats = 'main [role=status] button';
