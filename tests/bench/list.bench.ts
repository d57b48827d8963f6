import { startStack } from '../support/stack.ts';
import { seedFleetRows } from './support/fleet-rows.ts';
import { percentile, report, round, type Verdict } from './support/report.ts';

// The list of devices over HTTP, not compressed: how long it takes, how large it is, and how long it keeps the API from
// everything else.
const RUNS = 3;
const REQUESTS = Number(process.env['REQUESTS'] ?? 40);
const WARM_UP = 5;
const SMALL = 5_000;
const MEDIUM = 10_000;
const LARGE = Number(process.env['LARGE'] ?? 50_000);
const MB = 1_000_000;

await using stack = await startStack({ workers: 0, env: { LOG_LEVEL: 'fatal' } });
const { token = '' } = await stack.signIn();

interface Measured {
  readonly ms: number;
  readonly bytes: number;
}

async function get(query: string): Promise<Measured> {
  const since = performance.now();
  const headers = { token, 'accept-encoding': 'identity' };
  const response = await fetch(`${stack.api.url}/lmm/api/v1.0/devices?${query}`, { headers });
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${query}: ${response.status}`);
  return { ms: performance.now() - since, bytes: byteLength };
}

/** One run: the middle and the slow end of many requests, one after the other. */
async function run(query: string): Promise<{ p50: number; p99: number; bytes: number }> {
  for (let i = 0; i < WARM_UP; i += 1) await get(query);
  const all: Measured[] = [];
  for (let i = 0; i < REQUESTS; i += 1) all.push(await get(query));
  const times = all.map(({ ms }) => ms);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), bytes: all[0]?.bytes ?? 0 };
}

/** What is wanted: milliseconds of the middle and of the slow end, and bytes. */
interface Wanted {
  readonly p50?: number;
  readonly p99?: number;
  readonly bytes?: number;
}

async function measure(figure: string, query: string, wanted: Wanted): Promise<Verdict> {
  const runs = [];
  for (let i = 0; i < RUNS; i += 1) runs.push(await run(query));
  const size = runs[0]?.bytes ?? 0;
  const best = { p50: Math.min(...runs.map(({ p50 }) => p50)), p99: Math.min(...runs.map(({ p99 }) => p99)) };
  const limits = [
    wanted.p50 === undefined ? [] : `p50 ≤ ${wanted.p50} ms`,
    wanted.p99 === undefined ? [] : `p99 ≤ ${wanted.p99} ms`,
    wanted.bytes === undefined ? [] : `≤ ${wanted.bytes / MB} MB`,
  ];
  return {
    figure,
    vigil: `p50 ${runs.map(({ p50 }) => round(p50, 1)).join(' / ')} ms, p99 ${runs.map(({ p99 }) => round(p99, 1)).join(' / ')} ms, ${round(size / MB)} MB`,
    wanted: limits.flat().join(', '),
    met:
      best.p50 <= (wanted.p50 ?? Infinity) &&
      best.p99 <= (wanted.p99 ?? Infinity) &&
      size <= (wanted.bytes ?? Infinity),
  };
}

/** Milliseconds of the longest pause of the API's event loop since the last call. */
async function longestPause(): Promise<number> {
  const text = await (await fetch(`${stack.api.operatorUrl}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds\S* ([\d.e-]+)$/mu.exec(text)?.[1]) * 1_000;
}

const verdicts: Verdict[] = [];
async function pauseDuring(figure: string, work: () => Promise<unknown>): Promise<void> {
  const [pauses, times]: [number[], number[]] = [[], []];
  for (let i = 0; i < RUNS; i += 1) {
    await longestPause();
    const since = performance.now();
    await work();
    times.push(round(performance.now() - since, 0));
    pauses.push(round(await longestPause(), 0));
  }
  verdicts.push({
    figure: `${figure}: longest pause`,
    vigil: `${pauses.join(' / ')} ms, answered in ${times.join(' / ')} ms`,
    wanted: '≤ 50 ms',
    met: Math.max(...pauses) <= 50,
  });
}

await seedFleetRows(stack, SMALL);
const first = await get('search_mode=all&format=columns');
verdicts.push(
  { figure: `first list of ${SMALL}`, vigil: `${round(first.ms, 0)} ms`, wanted: '–', met: true },
  await measure(`${SMALL} rows`, 'search_mode=all&by=alias', { p50: 50 }),
  await measure(`${SMALL} in columns`, 'search_mode=all&by=alias&format=columns', { p50: 50, bytes: 1.2 * MB }),
  await measure('a page of 1000 by name', 'limit=1000&by=alias&offset=2000', { p50: 15 }),
  await measure('a page of 1000 by load', 'limit=1000&by=cpu_usage&order=desc', { p50: 15 }),
);
await seedFleetRows(stack, MEDIUM - SMALL);
verdicts.push(
  await measure(`${MEDIUM} rows`, 'search_mode=all&by=alias', { p99: 150 }),
  await measure(`${MEDIUM} in columns`, 'search_mode=all&by=alias&format=columns', { p99: 150 }),
);
if (LARGE > MEDIUM) {
  await seedFleetRows(stack, LARGE - MEDIUM);
  const large = `${LARGE} devices`;
  // The first of the three reads the company into memory.
  await pauseDuring(`${large}, columns`, () => get('search_mode=all&format=columns'));
  await pauseDuring(`${large}, rows`, () => get('search_mode=all&by=alias'));
  await pauseDuring(`${large}, a page by address`, () => get('limit=1000&by=mac_addr'));
}
report(verdicts);
