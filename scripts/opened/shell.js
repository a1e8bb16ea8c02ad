// What opens around every page: menus, the navigation, the keys and the finder.
import { admin, inTurn, press, pressed, typed } from '../stage.js';
import { menu } from './selectors.js';

const inHeader = 'header button[aria-haspopup=menu]';
/** Over the page on a phone; beside it on a desk, where it was there before and is now away. */
const navigation = 'dialog[open] nav a, :has(> nav[hidden]) > main';

export const shell = [
  { who: admin, path: '/dashboard', state: 'companies', opens: menu, do: pressed(inHeader) },
  { who: admin, path: '/dashboard', state: 'menu', opens: menu, do: pressed(`${inHeader} >> nth=-1`) },
  {
    who: admin,
    path: '/dashboard',
    state: 'navigation',
    opens: navigation,
    do: pressed('header button[aria-expanded]'),
  },
  { who: admin, path: '/dashboard', state: 'keys', opens: '[role=dialog] kbd', do: press('?') },
  {
    who: admin,
    path: '/dashboard',
    state: 'finder',
    opens: '[role=option]:has-text("Gudang")',
    do: inTurn(press('Control+k'), typed('[role=dialog] input', 'gud')),
  },
];
