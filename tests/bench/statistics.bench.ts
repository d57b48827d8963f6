import { listAlertHistory } from '@vigil/shared/contract/http/histories';
import { readAlertChart, readRemoteRanking } from '@vigil/shared/contract/http/statistics';
import { MOST_RANKED } from '@vigil/shared/contract/limits';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import postgres from 'postgres';
import { startStack } from '../support/stack.ts';
import { startBareServer } from './support/bare-pages.ts';
import { seedHistoryRows } from './support/history-rows.ts';
import { measureExport } from './support/measure-export.ts';
import { percentile, report, round, type Verdict } from './support/report.ts';

// Charts, rankings and pages of histories over HTTP beside the bare query that reads the same, and exports of
// histories.
const ROWS = Number(process.env['ROWS'] ?? 1_000_000);
const SOME_ROWS = 50_000;
const RUNS = 7;
const PAGE = 1_000;
const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;

await using stack = await startStack({ workers: 1, env: { LOG_LEVEL: 'fatal' } });
await using sql = Object.assign(postgres(stack.databaseAdminUrl, { max: 1, onnotice: () => undefined }), {
  [Symbol.asyncDispose]: () => sql.end(),
});
await seedHistoryRows(sql, ROWS);
const client = await stack.signIn();

async function time(work: () => PromiseLike<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

interface Compared {
  readonly vigil: () => PromiseLike<unknown>;
  readonly bare: () => PromiseLike<unknown>;
  readonly most: number;
}

/**
 * Milliseconds in the middle of some runs in turn, so that other work of the machine slows both; after one of each that
 * fills the caches.
 */
async function compare(figure: string, { vigil, bare, most }: Compared): Promise<Verdict> {
  const times: { vigil: number; bare: number }[] = [];
  for (let run = 0; run <= RUNS; run += 1) times.push({ vigil: await time(vigil), bare: await time(bare) });
  const median = (side: 'vigil' | 'bare') =>
    percentile(
      times.slice(1).map((run) => run[side]),
      0.5,
    );
  const [own, least] = [median('vigil'), median('bare')];
  return {
    figure,
    vigil: `${round(own, 1)} ms`,
    bare: `${round(least, 1)} ms`,
    ratio: round(own / least),
    wanted: `${most} × the bare query`,
    met: own <= most * least,
  };
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const now = Date.now();
const year = new Date(now).getUTCFullYear();
const start_date = dayText(now - YEAR_DAYS * DAY_MS);
const end_date = dayText(now);

/** A page as its list has it: the rows of a company, newest first. */
const readBarePage = (offset: number) =>
  sql`select * from alerts where company_fk = 1 order by generate desc, pk desc limit ${PAGE} offset ${offset}`;
const readBareLastPage = () => sql`select * from alerts where company_fk = 1 order by generate, pk limit ${PAGE}`;

// The same rows as JSON over HTTP take several times as long as the query: a page is compared to what does only that.
await using bare = await startBareServer({
  '/first': () => readBarePage(0),
  '/next': () => readBarePage(PAGE),
  '/last': readBareLastPage,
});
const pageOf = async (read: Promise<Response>) => {
  const reply = await read;
  if (!reply.ok) throw new Error(`${reply.url} answered with ${reply.status}`);
  return ((await reply.json()) as { objects: unknown[]; meta: { next: string } }).meta;
};
const page = (part: string) => pageOf(client.fetch(`${API_BASE}${listAlertHistory.path}?limit=${PAGE}${part}`));
const barePage = (path: string) => pageOf(fetch(`${bare.url}${path}`));
const { next } = await page('');

// A ranking is remembered for a while: each run asks for another one.
let limit = MOST_RANKED;
const nextLimit = () => (limit -= 1) + 1;

const compared = [
  await compare(`chart by month, ${ROWS} alerts`, {
    vigil: () => client.call(readAlertChart, { query: { type: 'monthly', year } }),
    // With the year before, to which the chart compares.
    bare: () => sql`
      select date_trunc('month', generate at time zone 'Asia/Seoul') as month, count(*) from alerts
      where company_fk = 1 and generate >= ${`${year - 1}-01-01`}::timestamptz and generate < ${`${year + 1}-01-01`}::timestamptz
      group by 1`,
    most: 2,
  }),
  await compare(`top 10, ${ROWS} sessions`, {
    vigil: () =>
      client.call(readRemoteRanking, { query: { type: 'device', start_date, end_date, limit: nextLimit() } }),
    bare: () => sql`
      select device_fk, count(*) from remote_sessions
      where company_fk = 1 and start_time >= ${start_date}::timestamptz and start_time <= now() group by 1 order by 2 desc limit 10`,
    most: 2,
  }),
  await compare(`first ${PAGE} rows of a history`, { vigil: () => page(''), bare: () => barePage('/first'), most: 3 }),
  await compare(`next ${PAGE} rows`, {
    vigil: () => page(`&after=${next}`),
    bare: () => barePage('/next'),
    most: 3,
  }),
  await compare(`last ${PAGE} rows`, {
    vigil: () => page(`&offset=${ROWS - PAGE}`),
    bare: () => barePage('/last'),
    most: 3,
  }),
];

const MOST_MB = 150;
async function exportRows(count: number): Promise<Verdict[]> {
  const from = new Date(now - (count / ROWS) * YEAR_DAYS * DAY_MS).toISOString();
  const measured = await measureExport({ stack, client }, { export_id: 'alertHistoryTable', start_date: from });
  return [
    {
      figure: `export of ${measured.rows} alerts`,
      vigil: `${round(measured.seconds, 1)} s, ${round(measured.rows / measured.seconds, 0)} rows/s`,
      wanted: 'reported',
      met: true,
    },
    {
      figure: 'memory of the worker',
      vigil: `${round(measured.before, 0)} → ${round(measured.most, 0)} MB`,
      wanted: `under ${MOST_MB} MB`,
      met: measured.most < MOST_MB,
    },
  ];
}

report(compared);
report([...(await exportRows(SOME_ROWS)), ...(await exportRows(ROWS))]);
