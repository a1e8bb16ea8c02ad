// Completes package-lock.json after a dependency change.
//
// A registry mirror may lack the builds of a package for other platforms. npm then omits them from the lock file, and `npm ci`
// refuses it because it does not match package.json. An optional package for another platform is never downloaded, so an entry
// with its name, version and platform is sufficient.
import { readFileSync, writeFileSync } from 'node:fs';

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32'];
const processors = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32', 'mips64el'];

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const added = [];
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    if (lock.packages[path] || !/^\d/.test(version)) continue;
    const words = name.split(/[-/_.]/);
    const os = systems.filter((system) => words.includes(system) || (system === 'win32' && words.includes('win')));
    const cpu = processors.filter((processor) => words.includes(processor));
    lock.packages[path] = {
      version,
      ...(cpu.length > 0 ? { cpu } : { cpu: ['none'] }),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
      ...(words.includes('musl') ? { libc: ['musl'] } : words.includes('gnu') ? { libc: ['glibc'] } : {}),
    };
    added.push(path);
  }
}
const [root, ...rest] = Object.entries(lock.packages);
lock.packages = Object.fromEntries([root, ...rest.sort(([a], [b]) => a.localeCompare(b, 'en'))]);
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added.length} platform packages added to package-lock.json`);
