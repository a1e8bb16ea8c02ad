// The cost of the server with a million worklogs in a company (rows A to F): each figure with its floor of the same run.

import { loadNow } from './demo.ts';
import { measureFiles } from './files.ts';
import { type Goal, missedBy, wordsOf } from './goals.ts';
import { measureProcess } from './process.ts';
import { percentile, perSecond, type Round, rounded, timesOf } from './rounds.ts';
import { type BenchRow, benchRowsOf } from './rows.ts';
import { type SyntheticOptions, type SyntheticServer, serveSyntheticData, withSyntheticData } from './synthetic.ts';

export type Thoroughness = {
  /** Repetitions of a fast request; slow ones are repeated less often. */
  rounds: number;
  /** How long eight connections work concurrently, for rows with a goal for throughput. */
  seconds: number;
};

export type ServerFigures = {
  row: string;
  work: string;
  medianMs: number | null;
  p95Ms: number | null;
  floorMs: number | null;
  ratio: number | null;
  /** Requests per second of eight connections, and the ratio to the floor. */
  eightPerSecond: number | null;
  share: number | null;
  /** Processor time of the application and of its database, per request. */
  cpuMsEach: number | null;
  databaseCpuMsEach: number | null;
  memoryMiB: number | null;
  goal: string;
  missed: readonly string[];
  load: number;
};

type Size = { worklogs: number; databaseMiB: number; loadSeconds: number | null };
type Measuring = SyntheticOptions & { port: number; thoroughness: Thoroughness };

const lanes = 8;

export const measureServer = ({
  port,
  thoroughness,
  ...options
}: Measuring): Promise<Size & { rows: ServerFigures[] }> =>
  withSyntheticData(options, async ({ dataDir, loadSeconds }) => {
    const measured = await serveSyntheticData({ port, dataDir }, async (synthetic) => {
      const rows = await measureRows(synthetic, thoroughness);
      return { size: await sizeOf(synthetic), rows };
    });
    const ofProcess = await measureProcess(port, dataDir);
    return { ...measured.size, loadSeconds, rows: [...measured.rows, ...ofProcess.map(figuresOf)] };
  });

/** Rows A to E. */
export async function measureRows(synthetic: SyntheticServer, thoroughness: Thoroughness): Promise<ServerFigures[]> {
  const rows: ServerFigures[] = [];
  for (const row of await benchRowsOf(synthetic)) rows.push(await measureRow(synthetic, row, thoroughness));
  return [...rows, ...(await measureFiles(synthetic)).map(figuresOf)];
}

async function measureRow(
  synthetic: SyntheticServer,
  row: BenchRow,
  { rounds, seconds }: Thoroughness,
): Promise<ServerFigures> {
  const count = Math.max(5, Math.round((rounds * row.weight) / 100));
  const request = await row.request(0);
  await timesOf(request, Math.min(10, Math.ceil(count / 2)));
  const before = synthetic.cpuSeconds();
  const times = await timesOf(request, count);
  const after = synthetic.cpuSeconds();
  const floorTimes = await timesOf(await row.floor(synthetic.sql, 0), count);
  const [medianMs, floorMs] = [percentile(times, 0.5), percentile(floorTimes, 0.5)];
  return figuresOf({
    row: row.row,
    work: row.work,
    goal: row.goal,
    medianMs: rounded(medianMs),
    p95Ms: rounded(percentile(times, 0.95)),
    floorMs: rounded(floorMs),
    ratio: rounded(medianMs / floorMs),
    ...(row.goal.share === undefined ? {} : await eightAtOnce(synthetic, row, seconds)),
    cpuMsEach: rounded(((after.application - before.application) * 1_000) / count),
    databaseCpuMsEach: rounded(((after.database - before.database) * 1_000) / count),
  });
}

const notMeasured = {
  medianMs: null,
  p95Ms: null,
  floorMs: null,
  ratio: null,
  eightPerSecond: null,
  share: null,
  cpuMsEach: null,
  databaseCpuMsEach: null,
  memoryMiB: null,
};

type Found = Partial<Pick<ServerFigures, keyof typeof notMeasured>> & { row: string; work: string; goal: Goal };

function figuresOf({ goal, ...found }: Found): ServerFigures {
  const figures = { ...notMeasured, ...found };
  return { ...figures, goal: wordsOf(goal), missed: missedBy(goal, figures), load: loadNow() };
}

async function eightAtOnce(synthetic: SyntheticServer, row: BenchRow, seconds: number) {
  const numbers = Array.from({ length: lanes }, (_, lane) => lane);
  const requests: Round[] = [];
  const floors: Round[] = [];
  for (const lane of numbers) {
    requests.push(await row.request(lane));
    floors.push(await row.floor(await synthetic.connect(), lane));
  }
  const eightPerSecond = await perSecond(requests, seconds);
  const floor = await perSecond(floors, seconds);
  return { eightPerSecond: rounded(eightPerSecond), share: rounded(eightPerSecond / floor) };
}

async function sizeOf({ sql }: SyntheticServer): Promise<Omit<Size, 'loadSeconds'>> {
  const { rows } = await sql.query<Omit<Size, 'loadSeconds'>>(
    `select reltuples::int as worklogs, (pg_database_size(current_database()) / 1048576)::int as "databaseMiB"
     from pg_class where oid = 'worklogs'::regclass`,
  );
  return rows[0] ?? { worklogs: 0, databaseMiB: 0 };
}
