// Where the person is: the route of the sitemap and the parameters of its path.

import { useMatches, useParams } from '@tanstack/react-router';
import type { Path } from '../routes.ts';
import { isRecord } from '../storage.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    path?: Path;
  }
}

/** The route that is shown, or undefined at an unknown address. */
export const useCurrentPath = (): Path | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.path });

export function usePathParameters(): Record<string, string> {
  const parameters: unknown = useParams({ strict: false });
  if (!isRecord(parameters)) return {};
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
}

/** A parameter of this page's path: `usePathParameter('projectId')`. */
export const usePathParameter = (name: string): string => usePathParameters()[name] ?? '';
