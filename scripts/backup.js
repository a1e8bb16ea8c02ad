// npm run backup: backs up the embedded database while Daybook runs (docs/operating.md).
// --new-key FILE makes the keys for encrypted backups instead.
import { giveUp } from './ensure.js';
import { runServerProgram } from './program.js';

const options = process.argv.slice(2);
if (options.length > 0 && options[0] !== '--new-key')
  giveUp(`${options[0]} is not an option of npm run backup. There is --new-key FILE.`);

runServerProgram('server/backup/main.ts', options);
