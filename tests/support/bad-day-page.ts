// The commands of docs/bad-day.md, so that tests run exactly what people read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dirname, '../../docs/bad-day.md'), 'utf8');

/** The commands of each numbered step of an incident. */
export function stepsOf(incident: number): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${incident} `)) ?? '';
  return [...section.matchAll(/^ {3}```sh\n([\s\S]*?)^ {3}```$/gm)].map(([, commands = '']) =>
    commands.replaceAll(/^ {3}/gm, ''),
  );
}

/** With the commands that the page begins with; `places` replace those of the page. */
export function scriptOf(commands: string | undefined, places: Record<string, string>): string {
  const [, beginning] = /^```sh\n([\s\S]*?)^```$/m.exec(page) ?? [];
  if (commands === undefined || beginning === undefined) throw new Error('The page has no such commands.');
  const script = `set -e\n${beginning}\n${commands}`;
  return Object.entries(places).reduce((text, [from, to]) => text.replaceAll(from, to), script);
}

/** `runuser -u daybook -- COMMAND` as the user of the test. */
export const runuserScript = 'shift 3\nexec "$@"\n';

/** `systemctl start|stop|restart daybook` for a process whose number is in a file; started, it is ready. */
export function systemctlScript(pidFile: string, readyAddress: string): string {
  const isReady = `fetch('${readyAddress}').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
  return `stop() { kill "$(cat ${pidFile})"; while [ -d "/proc/$(cat ${pidFile})" ]; do sleep 0.05; done; }
start() { setsid node scripts/start.js >/dev/null 2>&1 & echo $! > ${pidFile}; until node -e "${isReady}"; do sleep 0.2; done; }
case "$1" in stop) stop ;; start) start ;; restart) stop; start ;; esac
`;
}
