// What tracing costs (decision 066): the processor time of row A without OTEL_EXPORTER_OTLP_ENDPOINT, with it, and with one trace in ten, in
// turns on the same data whose order changes. A collector in this process accepts everything.

import { createServer, type Server } from 'node:http';
import { loadNow } from './demo.ts';
import { percentile, rounded, timesOf } from './rounds.ts';
import { benchRowsOf } from './rows.ts';
import { type SyntheticOptions, serveSyntheticData, withSyntheticData } from './synthetic.ts';

const rounds = 6;
const requests = 1_500;

type Turn = { cpuMsEach: number; medianMs: number };
type TracingFigures = Turn & { what: string; load: number };

export const measureTracing = ({
  port,
  ...options
}: SyntheticOptions & { port: number }): Promise<(TracingFigures | { what: string; percent: number })[]> =>
  withSyntheticData(options, async ({ dataDir }) => {
    const collector = await openCollector(port + 1);
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port + 1}` };
    const ways: { what: string; env: Record<string, string>; turns: Turn[] }[] = [
      { what: 'row A without traces', env: {}, turns: [] },
      { what: 'row A with traces', env: endpoint, turns: [] },
      { what: 'row A with one trace in ten', env: { ...endpoint, OTEL_TRACES_SAMPLER_ARG: '0.1' }, turns: [] },
    ];
    for (let round = 0; round < rounds; round += 1)
      for (const { env, turns } of round % 2 === 0 ? ways : ways.toReversed())
        turns.push(await turn({ port, dataDir, env }));
    collector.close();
    const [without] = ways;
    return ways.flatMap(({ what, turns }) => [
      { what, ...medianTurn(turns), load: loadNow() },
      ...(turns === without?.turns
        ? []
        : [{ what: `more processor time: ${what}`, percent: percentOf(turns, without?.turns ?? []) }]),
    ]);
  });

const openCollector = (port: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
    }).listen(port, '127.0.0.1', () => resolve(server));
  });

type Serving = { port: number; dataDir: string; env: Record<string, string> };

const turn = (serving: Serving): Promise<Turn> =>
  serveSyntheticData(serving, async (synthetic) => {
    const row = (await benchRowsOf(synthetic)).find((one) => one.row === 'A');
    if (!row) throw new Error('There is no row A.');
    const request = await row.request(0);
    await timesOf(request, 300);
    const before = synthetic.cpuSeconds().application;
    const times = await timesOf(request, requests);
    return {
      cpuMsEach: ((synthetic.cpuSeconds().application - before) * 1_000) / requests,
      medianMs: percentile(times, 0.5),
    };
  });

const medianOf = (values: readonly number[]): number =>
  percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  );

const medianTurn = (turns: readonly Turn[]): Turn => ({
  cpuMsEach: rounded(medianOf(turns.map(({ cpuMsEach }) => cpuMsEach))),
  medianMs: rounded(medianOf(turns.map(({ medianMs }) => medianMs))),
});

const percentOf = (turns: readonly Turn[], without: readonly Turn[]): number =>
  rounded(
    (medianOf(turns.map(({ cpuMsEach }, index) => cpuMsEach / (without[index]?.cpuMsEach ?? Number.NaN))) - 1) * 100,
  );
