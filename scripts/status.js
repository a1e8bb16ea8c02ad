// npm run status: how the installation is doing, whether it is running or not (docs/operating.md).
import { giveUp } from './ensure.js';
import { runServerProgram } from './program.js';

const [unknown] = process.argv.slice(2);
if (unknown) giveUp(`${unknown} is not an option of npm run status. There are none.`);

runServerProgram('server/status/main.ts');
