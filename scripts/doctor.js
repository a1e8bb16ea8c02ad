// npm run doctor: examines a live database (docs/operating.md). --rebuild rebuilds the precomputed sums first, --accept-secret
// only stores the fingerprint of the current secret, --restore restores the newest backup into a temporary database.
import { giveUp } from './ensure.js';
import { runServerProgram } from './program.js';

const options = process.argv.slice(2);
const isDrill = options[0] === '--restore';
const known = isDrill ? ['--restore', '--key'] : ['--rebuild', '--accept-secret'];
const unknown = options.find(
  (option, index) => !known.includes(option) && !(isDrill && options[index - 1] === '--key'),
);
if (unknown)
  giveUp(
    `${unknown} is not an option of npm run doctor. There are --rebuild, --accept-secret, and --restore (with --key FILE).`,
  );

runServerProgram(isDrill ? 'server/backup/drill-main.ts' : 'server/doctor/main.ts', options);
