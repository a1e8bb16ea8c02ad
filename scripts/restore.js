// npm run restore: restores an installation from its backups into an empty folder (docs/operating.md).
import { spawnSync } from 'node:child_process';
import { ensureDependencies, giveUp, modernNode, root, toolEnvironment } from './ensure.js';

const known = ['--to', '--into', '--base', '--key', '--without-lost-receipts'];
const options = process.argv.slice(2);
const unknown = options.find((option) => option.startsWith('--') && !known.includes(option.split('=')[0]));
if (unknown) giveUp(`${unknown} is not an option of npm run restore. There are ${known.join(', ')}.`);

process.chdir(root);
ensureDependencies();
const node = modernNode();
const { status } = spawnSync(node, ['server/backup/restore-main.ts', ...options], {
  stdio: 'inherit',
  env: toolEnvironment(node),
});
process.exitCode = status ?? 1;
