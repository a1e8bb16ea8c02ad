// The current route of the sitemap and its path parameters.

import { useMatches, useParams } from '@tanstack/react-router';
import type { Path } from '../routes.ts';
import { isRecord } from '../storage.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    path?: Path;
  }
}

/** The current route, or undefined at an unknown path. */
export const useCurrentPath = (): Path | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.path });

export function usePathParameters(): Record<string, string> {
  const parameters: unknown = useParams({ strict: false });
  if (!isRecord(parameters)) return {};
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
}

/** `usePathParameter('projectId')`; empty where the path has no such parameter. */
export const usePathParameter = (name: string): string => usePathParameters()[name] ?? '';
