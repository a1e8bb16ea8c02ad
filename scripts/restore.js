// npm run restore: restores an installation from its backups into an empty folder (docs/operating.md).
import { giveUp } from './ensure.js';
import { runServerProgram } from './program.js';

const known = ['--to', '--into', '--base', '--key', '--without-lost-receipts'];
const options = process.argv.slice(2);
const unknown = options.find((option) => option.startsWith('--') && !known.includes(option.split('=')[0]));
if (unknown) giveUp(`${unknown} is not an option of npm run restore. There are ${known.join(', ')}.`);

runServerProgram('server/backup/restore-main.ts', options);
