// Begins the application in the browser: language, the question who is signed in, and then the pages.

import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import 'virtual:theme.css';
import './theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { startLanguage } from './settings.ts';
import { isToldOnScreen } from './shell/problems.tsx';
import { startSession } from './start.ts';

startLanguage();
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
const root = document.getElementById('root');
if (root) createRoot(root, { onCaughtError }).render(<App />);
startSession();

function onCaughtError(error: unknown): void {
  if (!isToldOnScreen(error)) console.error(error);
}
