// Begins the pages of the signed-out, without the router, the query client and the kit of components. Their first picture
// is in the document already (see prerender.tsx); the application is fetched while the person reads and types.

import './first-styles.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { onCaughtError } from './caught-errors.ts';
import { Entrance } from './entrance/Entrance.tsx';
import { watchWay } from './routing/way.ts';
import { startLanguage } from './settings/settings.ts';
import { startSession } from './start.ts';

startLanguage();
watchWay();
const root = document.getElementById('root');
// At once: what is typed into the picture in between would be lost.
if (root) flushSync(() => createRoot(root, { onCaughtError }).render(<Entrance />));
startSession();
