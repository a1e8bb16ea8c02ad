// npm run company -- export|import: a whole company into one file, and from a file into an installation (docs/archive.md).
import { runServerProgram } from './program.js';

runServerProgram('server/archive/main.ts', process.argv.slice(2));
