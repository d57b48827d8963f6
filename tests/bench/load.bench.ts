import { buildWebWhenStale } from '@vigil/infra/local/servers/web-client';
import * as z from 'zod';
import { launchBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { startStack } from '../support/stack.ts';
import { seedFleetRows } from './support/fleet-rows.ts';
import { percentile, report, round } from './support/report.ts';

// A cold load of the list of devices: a browser without a cache opens it, until the rows are on the screen and until
// the network is quiet.
const DEVICES = Number(process.env['DEVICES'] ?? 5_000);
const RUNS = Number(process.env['RUNS'] ?? 5);
const GOAL_MS = 1_200;
const GOAL_REQUESTS = 30;

await buildWebWhenStale();
await using stack = await startStack({ env: { LOG_LEVEL: 'fatal' } });
await seedFleetRows(stack, DEVICES);
const { token } = await stack.signIn();
await using browser = await launchBrowser();

const Marks = z.object({ rows: z.number() });

async function load() {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, locale: 'en-US' });
  await using _context = { [Symbol.asyncDispose]: () => context.close() };
  const page = await context.newPage();
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(`localStorage.setItem('vigil.token', ${JSON.stringify(JSON.stringify(token))});
    localStorage.setItem('lang', JSON.stringify('en'));
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.ag-row [col-id="alias"] a')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => (window.measured = { rows: performance.now() })));
    }).observe(document, { childList: true, subtree: true });`);
  await page.goto(`${stack.url}/en/device/all`, { waitUntil: 'commit' });
  const { rows } = await eventually(async () => Marks.parse(await page.evaluate('window.measured')), {
    timeout: 60_000,
  });
  const requestsUntilRows = urls.length;
  await page.waitForLoadState('networkidle');
  if (process.env['TRACE']) console.log(urls.join('\n'));
  return { rows, requestsUntilRows, requests: urls.length, bytes };
}

await load();
const runs: Awaited<ReturnType<typeof load>>[] = [];
for (let i = 0; i < RUNS; i += 1) runs.push(await load());
const of = (name: keyof (typeof runs)[number]) => runs.map((run) => run[name]);
const median = (name: keyof (typeof runs)[number]) => percentile(of(name), 0.5);
report([
  {
    figure: `rows of ${DEVICES} devices on the screen`,
    vigil: `${of('rows')
      .map((ms) => round(ms, 0))
      .join(' / ')} ms`,
    wanted: `≤ ${GOAL_MS} ms`,
    met: median('rows') <= GOAL_MS,
  },
  {
    figure: 'requests until then, and in total',
    vigil: `${median('requestsUntilRows')}, ${median('requests')}`,
    wanted: `≤ ${GOAL_REQUESTS}`,
    met: median('requests') <= GOAL_REQUESTS,
  },
  { figure: 'transferred', vigil: `${round(median('bytes') / 1_000, 0)} kB`, wanted: '–', met: true },
]);
