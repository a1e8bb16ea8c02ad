// Entry point of the application in the browser: language, pages, and the request of the session.

import './first-styles.ts';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { wasSignedIn } from './auth.ts';
import { onCaughtError } from './caught-errors.ts';
import { preloadPage } from './router.tsx';
import { startSettingsSync } from './settings/settings.ts';
import { startClientSession } from './start.ts';
import { loadUnsent } from './worklogs/unsent/load.ts';

startSettingsSync();
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
const root = document.getElementById('root');
if (root) createRoot(root, { onCaughtError }).render(<App />);
preloadPage(window.location.pathname, wasSignedIn());
startClientSession(() => loadUnsent().then(({ startFromOfflineCopy }) => startFromOfflineCopy()));
// A browser needs 12 ms for the first format of numbers, several times that on a phone: it has them while it waits for the session.
setTimeout(() => Intl.NumberFormat());
