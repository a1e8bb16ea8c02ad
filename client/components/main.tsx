// Every component in every state, in both themes: /components.html of `npm run dev`. Not part of the build.

import '../first-styles.ts';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { QueryProvider } from '../QueryProvider.tsx';
import { ComponentsPage } from './ComponentsPage.tsx';

if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

const componentsRouter = createRouter({
  routeTree: createRootRoute({ component: ComponentsPage, notFoundComponent: ComponentsPage }),
});
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryProvider>
      <RouterProvider router={componentsRouter} />
    </QueryProvider>,
  );
}
