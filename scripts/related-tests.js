// Which API tests `npm run check` runs for a list of changed files. `npm test` runs all of them.

/** Quick tests of every endpoint, which always run. */
export const always = [
  'documented-endpoints',
  'page-permissions',
  'permissions',
  'row-level-security',
  'tenancy',
  'visibility',
  'worklogs',
];

/**
 * A feature has the same name everywhere: changes in `server/invites/`, `contract/invites.ts`, `client/invites/` or
 * `domain/invites.ts` are tested by `invites.test.ts` and `invites-….test.ts`. A changed test is related to itself.
 */
export function relatedTests(changed, apiTests) {
  const features = changed.flatMap(featuresOf);
  const isRelated = (file) => {
    const name = file.replace(/\.test\.ts$/, '');
    const isOf = (feature) =>
      name === feature || name.startsWith(`${feature.replace(/s$/, '')}-`) || name.startsWith(`${feature}-`);
    return always.includes(name) || features.some(isOf);
  };
  return apiTests.filter(isRelated);
}

/** The folder below a root, or the name of a file directly in it; the name of a test. */
function featuresOf(path) {
  const [, feature] = /^(?:server|contract|client|domain|tests\/api)\/([\w-]+)/.exec(path) ?? [];
  return feature === undefined ? [] : [feature];
}
