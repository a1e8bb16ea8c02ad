// Entry point of the signed-out pages, without the router and the query client. Their markup is prerendered in the document
// (see prerender.tsx); the application is loaded in the background.

import './first-styles.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { onCaughtError } from './caught-errors.ts';
import { listenToPopstate } from './routing/navigation.ts';
import { startSettingsSync } from './settings/settings.ts';
import { SignedOutApp } from './signed-out/SignedOutApp.tsx';
import { startClientSession } from './start.ts';

startSettingsSync();
listenToPopstate();
const root = document.getElementById('root');
// Synchronously: input into the prerendered markup would be lost.
if (root) flushSync(() => createRoot(root, { onCaughtError }).render(<SignedOutApp />));
startClientSession();
