// What a live update can name: each noun is the first part of the query keys that browsers invalidate when it changes.

export const nouns = [
  'session',
  'companies',
  'members',
  'invites',
  'imports',
  'projects',
  'worklogs',
  'stand-ins',
  'reports',
  'saved-reports',
  'dashboard',
  'timer',
] as const;
export type Noun = (typeof nouns)[number];
