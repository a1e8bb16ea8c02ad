// Where things are that open on many pages, and by what one sees that they are there.
import { pressed } from '../stage.js';

export const filter = (number) => pressed(`main search button >> nth=${number - 1}`);
export const picker = 'input[aria-haspopup=listbox]';
export const someDays = 'from={from}&to={to}';

export const menu = '[role=menu] [role=menuitem]';
export const list = '[role=listbox] [role=option]';
export const choices = '[role=dialog] fieldset label';
export const calendar = '[role=dialog] table button';
export const question = '[role=dialog] p';
export const reason = '[role=dialog] textarea';
export const told = 'main form [role=alert] li';
export const moreSeats = 'main [role=status] button';
