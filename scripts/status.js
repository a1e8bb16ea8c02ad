// npm run status: how the installation is doing, whether it is running or not (docs/operating.md).
import { spawnSync } from 'node:child_process';
import { ensureDependencies, giveUp, modernNode, root, toolEnvironment } from './ensure.js';

const [unknown] = process.argv.slice(2);
if (unknown) giveUp(`${unknown} is not an option of npm run status. There are none.`);

process.chdir(root);
ensureDependencies();
const node = modernNode();
const { status } = spawnSync(node, ['server/status/main.ts'], { stdio: 'inherit', env: toolEnvironment(node) });
process.exitCode = status ?? 1;
