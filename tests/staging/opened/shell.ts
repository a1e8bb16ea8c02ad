// What opens around every page: menus, the navigation, keyboard help and the finder.
import { demoAdmin, inSequence, press, pressed, type Screen, typed } from '../stage.ts';
import { menu } from './selectors.ts';

const inHeader = 'header button[aria-haspopup=menu]';
/** Opens above the page on a phone; on a desktop, where it is shown beside the page, the button hides it. */
const navigation = 'dialog[open] nav a, :has(> nav[hidden]) > main';

export const openedShell: readonly Screen[] = [
  { who: demoAdmin, path: '/dashboard', state: 'companies', opens: menu, do: pressed(inHeader) },
  {
    who: demoAdmin,
    path: '/dashboard',
    state: 'new-company',
    opens: 'dialog[open] form button[type=submit]',
    do: inSequence(pressed(inHeader), pressed(`${menu} >> nth=-1`)),
  },
  { who: demoAdmin, path: '/dashboard', state: 'menu', opens: menu, do: pressed(`${inHeader} >> nth=-1`) },
  {
    who: demoAdmin,
    path: '/dashboard',
    state: 'navigation',
    opens: navigation,
    ownDocument: true,
    do: pressed('header button[aria-expanded]'),
  },
  { who: demoAdmin, path: '/dashboard', state: 'keys', opens: ':is([role=dialog], dialog[open]) kbd', do: press('?') },
  {
    who: demoAdmin,
    path: '/dashboard',
    state: 'finder',
    // A project, whatever its name is in the pictures of long names.
    opens: '[role=option][id*="-project-"]',
    do: inSequence(press('Control+k'), typed(':is([role=dialog], dialog[open]) input', 'gud')),
  },
];
