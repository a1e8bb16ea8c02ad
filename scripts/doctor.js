// npm run doctor: examines a live database (docs/operating.md). --rebuild rebuilds the precomputed sums first, --accept-secret
// only stores the fingerprint of the current secret.
import { spawnSync } from 'node:child_process';
import { ensureDependencies, giveUp, modernNode, root, toolEnvironment } from './ensure.js';

const options = process.argv.slice(2);
const unknown = options.find((option) => !['--rebuild', '--accept-secret'].includes(option));
if (unknown) giveUp(`${unknown} is not an option of npm run doctor. There are --rebuild and --accept-secret.`);

process.chdir(root);
ensureDependencies();
const node = modernNode();
const { status } = spawnSync(node, ['server/doctor/main.ts', ...options], {
  stdio: 'inherit',
  env: toolEnvironment(node),
});
process.exitCode = status ?? 1;
