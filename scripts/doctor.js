// npm run doctor: examines a live database (docs/operating.md). --rebuild builds the kept sums anew first, --accept-secret
// only makes the present secret the one that the database belongs to.
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
