// Starts a program of the server for the operator, with the Node and the dependencies that it needs.
import { spawnSync } from 'node:child_process';
import { ensureDependencies, modernNode, root, toolEnvironment } from './ensure.js';

/** Runs the file with the options and ends with its exit code. */
export function runServerProgram(file, options = []) {
  process.chdir(root);
  ensureDependencies();
  const node = modernNode();
  const { status } = spawnSync(node, [file, ...options], { stdio: 'inherit', env: toolEnvironment(node) });
  process.exitCode = status ?? 1;
}
