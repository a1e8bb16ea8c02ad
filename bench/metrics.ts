// What measuring costs (decision 058): the processor time of row A with and without METRICS_PORT, in pairs of turns on the same data, so
// that other load affects both. While it is measured, somebody reads /metrics four times as often as Prometheus does.

import { get } from 'node:http';
import { loadNow } from './demo.ts';
import { percentile, rounded, timesOf } from './rounds.ts';
import { benchRowsOf } from './rows.ts';
import { type SyntheticOptions, serveSyntheticData, withSyntheticData } from './synthetic.ts';

export type MetricsFigures = {
  what: string;
  cpuMsEach: number;
  medianMs: number;
  load: number;
};

const pairs = 8;
const requests = 1_500;
const readingMs = 4_000;

export const measureMetrics = ({
  port,
  ...options
}: SyntheticOptions & { port: number }): Promise<(MetricsFigures | { what: string; percent: number })[]> =>
  withSyntheticData(options, async ({ dataDir }) => {
    const without: Turn[] = [];
    const measured: Turn[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const turnWithout = async () => without.push(await turn({ port, dataDir }, null));
      const turnMeasured = async () => measured.push(await turn({ port, dataDir }, port + 1));
      // The first of a pair is not always the same one.
      for (const next of pair % 2 === 0 ? [turnWithout, turnMeasured] : [turnMeasured, turnWithout]) await next();
    }
    const ratios = measured.map(({ cpuMsEach }, pair) => cpuMsEach / (without[pair]?.cpuMsEach ?? Number.NaN));
    const percent = rounded((median(ratios) - 1) * 100);
    return [
      figuresOf('row A without METRICS_PORT', without),
      figuresOf('row A with METRICS_PORT', measured),
      { what: 'more processor time, median of the pairs', percent },
    ];
  });

type Turn = { cpuMsEach: number; medianMs: number };

function turn({ port, dataDir }: { port: number; dataDir: string }, metricsPort: number | null): Promise<Turn> {
  const env = metricsPort === null ? {} : { METRICS_PORT: String(metricsPort) };
  return serveSyntheticData({ port, dataDir, env }, async (synthetic) => {
    const row = (await benchRowsOf(synthetic)).find((one) => one.row === 'A');
    if (!row) throw new Error('There is no row A.');
    const request = await row.request(0);
    await timesOf(request, 300);
    const reading = metricsPort === null ? undefined : setInterval(() => read(metricsPort), readingMs);
    const before = synthetic.cpuSeconds().application;
    const times = await timesOf(request, requests);
    const cpuMsEach = ((synthetic.cpuSeconds().application - before) * 1_000) / requests;
    clearInterval(reading);
    return { cpuMsEach, medianMs: percentile(times, 0.5) };
  });
}

const read = (port: number): void =>
  void get(`http://127.0.0.1:${port}/metrics`, (reply) => reply.resume()).on('error', () => undefined);

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  );

const figuresOf = (what: string, turns: readonly Turn[]): MetricsFigures => ({
  what,
  cpuMsEach: rounded(median(turns.map(({ cpuMsEach }) => cpuMsEach))),
  medianMs: rounded(median(turns.map(({ medianMs }) => medianMs))),
  load: loadNow(),
});
