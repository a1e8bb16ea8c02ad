// Every request that writes a worklog, concurrently for the same hour: exactly one of a round may succeed. Used by the
// tests with few rounds and by the bench with many. A new way to write a worklog is one more line in `paths`.

export type Sent = { status: number; body: unknown };
export type Send = (method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, body?: object) => Promise<Sent>;

export type RacingPair = {
  /** Paths below /companies/{companyId}. */
  worker: Send;
  approver: Send;
  taskId: string;
  /** A past day in the company's time zone, without worklogs; the days before it are used too. */
  day: string;
};

export type RaceResult = { tried: number; winners: number; codes: Record<string, number>; faults: number };

type Seen = { id: string; version: number };
type Stage = { amended: Seen; rejected: Seen[]; timer: Seen; sourceDay: string };
type Attempt = (party: RacingPair, stage: Stage, index: number) => Promise<string>;

const at = (day: string, from: string, to: string) => ({ start: `${day}T${from}`, end: `${day}T${to}` });

/** Each attempt writes 09:00–11:00 or a part of it that includes 10:00. The outcomes: 'won' or the code of the refusal. */
const paths: readonly Attempt[] = [
  ({ worker, taskId, day }, _, index) =>
    outcome(worker('POST', '/worklogs', { taskId, ...at(day, `09:${String(index % 60).padStart(2, '0')}`, '11:00') })),
  // Each with another end: what was saved succeeds again when it is repeated.
  ({ worker, taskId, day }, { amended }, index) =>
    outcome(
      worker('PATCH', `/worklogs/${amended.id}`, {
        version: amended.version,
        taskId,
        ...at(day, '09:00', `10:${30 + (index % 30)}`),
      }),
    ),
  ({ approver }, { rejected }) => decision(approver, rejected.slice(0, 1)),
  ({ approver }, { rejected }) => decision(approver, rejected.slice(1)),
  ({ worker, day }, { sourceDay }) => listed(worker('POST', '/worklog-copies', { fromDay: sourceDay, toDays: [day] })),
  ({ worker, taskId, day }, { timer }, index) =>
    outcome(
      worker('POST', `/timer/${timer.id}/worklog`, {
        taskId,
        version: timer.version,
        ...at(day, '09:30', `10:${30 + (index % 30)}`),
      }),
    ),
];

/** `size` concurrent attempts, using the paths in turn. */
export async function raceForOneHour(party: RacingPair, size: number): Promise<RaceResult> {
  const stage = await prepare(party);
  const answers = await Promise.all(
    Array.from(
      { length: size },
      (_, index) => paths[index % paths.length]?.(party, stage, index) ?? Promise.resolve(''),
    ),
  );
  const codes = Object.fromEntries(
    [...Map.groupBy(answers, (code) => code)].map(([code, same]) => [code, same.length]),
  );
  return {
    tried: size,
    winners: codes.won ?? 0,
    codes,
    faults: answers.filter((code) => /^(5\d\d|server\.)/.test(code)).length,
  };
}

/** A worklog on another day to amend, three rejected ones of that hour, a day to copy, and a timer. */
async function prepare({ worker, approver, taskId, day }: RacingPair): Promise<Stage> {
  const rejected: Seen[] = [];
  for (const [from, to] of [
    ['09:00', '10:15'],
    ['09:45', '11:00'],
    ['09:30', '10:45'],
  ] as const) {
    const one = seenIn((await worker('POST', '/worklogs', { taskId, ...at(day, from, to) })).body);
    const { body } = await approver('POST', '/decisions', { decision: 'reject', notes: 'Rush', worklogs: [one] });
    rejected.push(seenIn(firstResult(body).worklog));
  }
  const amended = seenIn((await worker('POST', '/worklogs', { taskId, ...at(day, '13:00', '14:00') })).body);
  const sourceDay = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  await worker('POST', '/worklogs', { taskId, ...at(sourceDay, '09:00', '11:00') });
  const { body } = await worker('POST', '/timer', { taskId });
  const kept = isObject(body) && isObject(body.timer) ? body.timer : await currentTimer(worker);
  return { amended, rejected, timer: seenIn(kept), sourceDay };
}

/** The worklog of the previous round, if its attempt lost. */
async function currentTimer(worker: Send): Promise<Record<string, unknown>> {
  const { body } = await worker('GET', '/timer');
  if (!isObject(body) || !isObject(body.timer)) throw new Error(`There is no timer: ${JSON.stringify(body)}`);
  return body.timer;
}

async function outcome(sent: Promise<Sent>): Promise<string> {
  const { status, body } = await sent;
  if (status < 300) return 'won';
  return isObject(body) && typeof body.code === 'string' ? body.code : String(status);
}

const decision = (approver: Send, worklogs: Seen[]) =>
  listed(approver('POST', '/decisions', { decision: 'reopen', notes: 'Rush', worklogs }));

/** For responses with several results: 'won' if any succeeded. */
async function listed(sent: Promise<Sent>): Promise<string> {
  const { status, body } = await sent;
  if (status >= 300 || !isObject(body) || !Array.isArray(body.results))
    return outcome(Promise.resolve({ status, body }));
  const codes = body.results.map((one: unknown) => (isObject(one) ? one.code : null));
  return codes.includes(null) ? 'won' : String(codes[0]);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function seenIn(body: unknown): Seen {
  if (!isObject(body) || typeof body.id !== 'string') throw new Error(`No worklog: ${JSON.stringify(body)}`);
  return { id: body.id, version: Number(body.version) };
}

function firstResult(body: unknown): Record<string, unknown> {
  const [first]: unknown[] = isObject(body) && Array.isArray(body.results) ? body.results : [];
  if (!isObject(first)) throw new Error(`No result: ${JSON.stringify(body)}`);
  return first;
}
