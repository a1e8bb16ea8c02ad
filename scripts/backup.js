// npm run backup: backs up the embedded database while Daybook runs (docs/operating.md).
// --new-key FILE makes the keys for encrypted backups instead.
import { spawnSync } from 'node:child_process';
import { ensureDependencies, giveUp, modernNode, root, toolEnvironment } from './ensure.js';

const options = process.argv.slice(2);
if (options.length > 0 && options[0] !== '--new-key')
  giveUp(`${options[0]} is not an option of npm run backup. There is --new-key FILE.`);

process.chdir(root);
ensureDependencies();
const node = modernNode();
const { status } = spawnSync(node, ['server/backup/main.ts', ...options], {
  stdio: 'inherit',
  env: toolEnvironment(node),
});
process.exitCode = status ?? 1;
