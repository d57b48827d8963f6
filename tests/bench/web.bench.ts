import { setTimeout as delay } from 'node:timers/promises';
import { buildWebWhenStale } from '@vigil/infra/local/servers/web-client';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { CDPSession, Page } from 'playwright';
import * as z from 'zod';
import { launchBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { startStack } from '../support/stack.ts';
import { connectAll, connectSeeded, type SeededAgent } from './support/agents.ts';
import { seedFleetRows, seedGroups } from './support/fleet-rows.ts';
import { percentile, report, round, type Verdict } from './support/report.ts';

// The list and the tree in a browser: until they can be used, how quickly they answer, whether they stay smooth, and
// what they hold in memory. First many devices in one group, then very many in very many groups.
const DEVICES = Number(process.env['DEVICES'] ?? 10_000);
const MANY = Number(process.env['MANY'] ?? 50_000);
const GROUPS = Number(process.env['SITES'] ?? 5_000);
const RUNS = 3;
const UPDATES_A_SECOND = 1_000;
const SECONDS = 10;
const LONG_MS = 50;
const MB = 1_000_000;

await buildWebWhenStale();
await using stack = await startStack({ env: { LOG_LEVEL: 'fatal', AGENT_BUDGET_FACTOR: '1000000' } });
const agents = await seedFleetRows(stack, DEVICES);
const client = await stack.signIn();
const { token } = client;
await using browser = await launchBrowser();
const verdicts: Verdict[] = [];
const told = (values: readonly number[]) => `${values.map((value) => round(value, 0)).join(' / ')} ms`;
/** Without a limit the figure is only told. */
const add = (figure: string, values: readonly number[], limit = Infinity) =>
  verdicts.push({
    figure,
    vigil: told(values),
    wanted: limit === Infinity ? '–' : `≤ ${limit} ms`,
    met: percentile(values, 0.5) <= limit,
  });

// As texts, because they run in the browser.
const FIRST_NAME = `document.querySelector('.ag-row[row-index="0"] [col-id="alias"] a')?.textContent`;
const ON_LOAD = `
localStorage.setItem('vigil.token', ${JSON.stringify(JSON.stringify(token))});
localStorage.setItem('lang', JSON.stringify('en'));
new MutationObserver((_, observer) => {
  if (!${FIRST_NAME}) return;
  observer.disconnect();
  requestIdleCallback(() => (window.usableAt = performance.now()));
}).observe(document, { childList: true, subtree: true });`;
/** Milliseconds from an act until the next frame after the first name of the table has changed. */
const untilFirstNameChanges = (act: string) => `new Promise((resolve) => {
  const before = ${FIRST_NAME};
  const since = performance.now();
  ${act};
  const look = () => {
    if (${FIRST_NAME} === before) return requestAnimationFrame(look);
    requestAnimationFrame(() => resolve(performance.now() - since));
  };
  look();
})`;
const typeIntoSearch = (text: string) => `
  const box = document.querySelector('input[aria-label^="Search"]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, ${JSON.stringify(text)});
  box.dispatchEvent(new Event('input', { bubbles: true }))`;
const clickHeader = (column: string) => `
  document.querySelector('.ag-header-cell[col-id="${column}"] .ag-header-cell-label').click()`;
const WATCH_TASKS = `
window.longTasks = [];
window.frames = 0;
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: 'longtask' });
{ const next = () => { frames += 1; requestAnimationFrame(next); }; requestAnimationFrame(next); }`;

async function open(page: Page): Promise<number> {
  await page.goto(`${stack.url}/en/device/all`, { waitUntil: 'commit' });
  return eventually(async () => z.number().parse(await page.evaluate('window.usableAt')), { timeout: 60_000 });
}

async function newPage(): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  await page.addInitScript(ON_LOAD);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  return { page, session };
}

async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}

/** Long tasks and the time of scripts in each frame while `work` runs. */
async function smoothness(page: Page, session: CDPSession, work: () => Promise<unknown>) {
  await page.evaluate(WATCH_TASKS);
  const before = await scriptSeconds(session);
  await work();
  const script = (await scriptSeconds(session)) - before;
  const { longTasks, frames } = z
    .object({ longTasks: z.array(z.number()), frames: z.number() })
    .parse(await page.evaluate('({ longTasks, frames })'));
  return { script: (script * 1_000) / frames, longest: Math.max(0, ...longTasks), longTasks: longTasks.length };
}

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / MB;
}

async function answers(page: Page, name: string, limit?: number) {
  const [filters, sorts]: [number[], number[]] = [[], []];
  for (let i = 0; i < RUNS; i += 1) {
    const pk = agents[1_000 + i]?.pk ?? 0;
    const text = `PC-${String(pk).padStart(5, '0')}`;
    filters.push(z.number().parse(await page.evaluate(untilFirstNameChanges(typeIntoSearch(text)))));
    await page.evaluate(untilFirstNameChanges(typeIntoSearch('')));
    sorts.push(z.number().parse(await page.evaluate(untilFirstNameChanges(clickHeader('cpu_usage')))));
  }
  add(`${name}: a text is found`, filters, limit);
  add(`${name}: sorted by a column`, sorts, limit);
}

/** Values that differ from each other and from one second to the next. */
const sample = (n: number) => ({
  at: Date.now(),
  cpu_usage: n % 100,
  memory_usage: (n * 7) % 100,
  memory_capacity: 16_384,
  memory_uses: 8_192,
  hdd_usage: n % 90,
  hdd_capacity: 512_000,
  hdd_uses: 128_000,
  cpu_temp: 40 + (n % 40),
  hdd_temp: null,
  fan_speed: null,
});

async function sendUsage(some: readonly SeededAgent[], work: () => Promise<unknown>): Promise<unknown> {
  const gateway = stack.gateways[0]?.url ?? '';
  const sockets = await connectAll(some, (agent) => connectSeeded(gateway, agent));
  await delay(2_000);
  let n = 0;
  // A tenth of them every tenth of a second, as devices do not all send at once.
  const timer = setInterval(() => {
    for (let i = 0; i < sockets.length / 10; i += 1)
      sockets[n % sockets.length]?.emit('system_usage', sample((n += 1)));
  }, 100);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    for (const socket of sockets) socket.close();
  }
}

const cold: number[] = [];
const warm: number[] = [];
for (let i = 0; i < RUNS; i += 1) {
  const { page } = await newPage();
  cold.push(await open(page));
  // What the next visit is shown first is stored when the page has time.
  await delay(8_000);
  warm.push(await open(page));
  await page.context().close();
}
add(`${DEVICES} devices, cold: until the list can be used`, cold, 2_500);
add(`${DEVICES} devices, warm: until the list can be used`, warm, 1_500);

const few = await newPage();
await open(few.page);
await answers(few.page, `${DEVICES} devices`, 100);
const live = await sendUsage(agents.slice(0, UPDATES_A_SECOND), async () => {
  const seen = await smoothness(few.page, few.session, () => delay(SECONDS * 1_000));
  add(`${DEVICES} devices, ${UPDATES_A_SECOND} updates a second: longest task`, [seen.longest], LONG_MS);
  add(`${DEVICES} devices, ${UPDATES_A_SECOND} updates a second: script a frame`, [seen.script], 8);
  return heapMb(few.session);
});
const heap = z.number().parse(live);
verdicts.push({
  figure: `${DEVICES} devices: heap`,
  vigil: `${round(heap, 0)} MB`,
  wanted: '≤ 200 MB',
  met: heap <= 200,
});
await few.page.context().close();

await seedFleetRows(stack, MANY - DEVICES);
await seedGroups(stack, GROUPS);
// They were written beside the servers, which have to read the company again.
await (await client.fetch(`${API_BASE}/devices?search_mode=all&format=columns`)).arrayBuffer();
const many = await newPage();
const name = `${MANY} devices in ${GROUPS} groups`;
add(`${name}: until the list can be used`, [await open(many.page)]);
await answers(many.page, name);
const tree = many.page.getByRole('tree');
const scrolled = await smoothness(many.page, many.session, async () => {
  await tree.focus();
  // Opens what it comes to, and goes on.
  for (let i = 0; i < 60; i += 1) {
    await many.page.keyboard.press('ArrowRight');
    await many.page.keyboard.press('ArrowDown');
  }
  await tree.hover();
  for (let i = 0; i < 60; i += 1) await many.page.mouse.wheel(0, 400);
});
add(`${name}: script a frame while the tree opens and scrolls`, [scrolled.script], 8);
add(`${name}: longest task while the tree opens and scrolls`, [scrolled.longest], LONG_MS);
verdicts.push({ figure: `${name}: heap`, vigil: `${round(await heapMb(many.session), 0)} MB`, wanted: '–', met: true });

report(verdicts);
