import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { svgToScreen } from '@vigil/agent/encode';
import { buildWebWhenStale } from '@vigil/infra/local/servers/web-client';
import type { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import type { CDPSession, Page } from 'playwright';
import postgres from 'postgres';
import { io, type Socket } from 'socket.io-client';
import * as z from 'zod';
import { launchBrowser } from '../support/browser.ts';
import { startStack } from '../support/stack.ts';
import { connectAll, connectSeeded, seedAgents } from './support/agents.ts';
import { percentile, report, round, type Verdict } from './support/report.ts';

// The wall of many devices that each send a frame a second: how smoothly its page draws, what it holds in memory over
// time, what a tile costs the gateway and the browser, and how soon a captured frame is seen. A bare page, which draws
// as many of the same frames at the same pace and does nothing else, shows what the browser itself needs on this
// machine. Meanwhile a socket watches as many devices: agents and servers, which have the processor in common with the
// browser, do the same work in both.
const DEVICES = Number(process.env['DEVICES'] ?? 200);
const SECONDS = Number(process.env['SECONDS'] ?? 30);
/** The memory of the page at the last of these minutes is compared with that at the first. */
const LAST_MINUTE = Number(process.env['MINUTES'] ?? 5);
const FIRST_MINUTE = LAST_MINUTE >= 30 ? 5 : 1;
/** The screens of the others do not change. */
const CHANGING = Number(process.env['CHANGING'] ?? 0.5);
const isChanging = (index: number): boolean => Math.floor((index + 1) * CHANGING) > Math.floor(index * CHANGING);
const SCENES = 24;
const FRAME_MS = 1_000;
const SMOOTH_MS = 16.7;
const VIEWPORT = { width: 1_920, height: 1_080 };
const MB = 1_000_000;

await buildWebWhenStale();
await using stack = await startStack({
  env: {
    LOG_LEVEL: 'fatal',
    AGENT_BUDGET_FACTOR: '1000000',
    FRAME_MB_PER_BROWSER: '1000',
    FRAME_MB_PER_COMPANY: '1000',
    FRAME_MB_PER_GATEWAY: '1000',
  },
});
const sql = postgres(stack.databaseAdminUrl);
await sql`update licences set device_volume = 100000`;
await sql`update users set img_refresh_interval = ${FRAME_MS / 1_000}`;
const agents = await seedAgents(stack, DEVICES);
const names = new Map((await sql`select pk, alias from devices`).map(({ pk, alias }) => [Number(pk), String(alias)]));
await sql.end();

/** A desktop with windows and lines of text. */
async function scene(n: number, width: number): Promise<Buffer> {
  const lines = Array.from(
    { length: 26 },
    (_, i) =>
      `<rect x="${90 + (n % 5) * 30}" y="${90 + i * 14}" width="${60 + ((i * 37 + n * 53) % 320)}" height="6" fill="#889"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 600"><defs><linearGradient id="g"><stop stop-color="hsl(${n * 15} 60% 40%)"/>
    <stop offset="1" stop-color="hsl(${n * 15 + 60} 60% 20%)"/></linearGradient></defs><rect width="960" height="600" fill="url(#g)"/>
    <rect x="${60 + (n % 5) * 30}" y="60" width="560" height="420" fill="#f4f4f8"/>${lines.join('')}
    <rect y="570" width="960" height="30" fill="#223"/></svg>`;
  const { bytes } = await (await svgToScreen(svg, width)).encode({ width, quality: 60, format: 'jpg' });
  return Buffer.from(bytes);
}
const scenes = new Map<number, Promise<Buffer[]>>();
/** All scenes at a width: an agent sends what is demanded, so that a gateway has nothing to resize. */
function scenesOf(width: number): Promise<Buffer[]> {
  const known = scenes.get(width) ?? Promise.all(Array.from({ length: SCENES }, (_, n) => scene(n, width)));
  scenes.set(width, known);
  return known;
}

/** When each device sent its last frame. */
const sentAt = new Map<string, number>();
let sent = 0;

function answerDemands(socket: Socket, index: number): void {
  const alias = names.get(agents[index]?.pk ?? 0) ?? '';
  let timer: ReturnType<typeof setInterval> | undefined;
  socket.on('capture', async ({ on, width, interval_ms, same }: CaptureDemand) => {
    clearInterval(timer);
    if (!on) return;
    const frames = await scenesOf(width);
    clearInterval(timer);
    let count = 0;
    const send = () => {
      count += 1;
      if (!isChanging(index) && same && count > 1) return void socket.emit('thumbnail_same', { at: Date.now() });
      const bytes = frames[(index + count) % SCENES];
      sentAt.set(alias, Date.now());
      sent += 1;
      socket.emit('thumbnail', { at: Date.now(), width, height: Math.round(width / 1.6), ext: 'jpg' }, bytes);
    };
    // Devices do not all send at once.
    setTimeout(send, (index * 37) % interval_ms);
    timer = setInterval(send, interval_ms);
  });
  socket.on('disconnect', () => clearInterval(timer));
}
const gateway = stack.gateways[0];
using sockets = new DisposableStack();
for (const socket of await connectAll(agents, (agent) => {
  const opened = connectSeeded(gateway?.url ?? '', agent);
  answerDemands(opened, agents.indexOf(agent));
  return opened;
})) {
  sockets.defer(() => socket.close());
}

await using browser = await launchBrowser();
const { token } = await stack.signIn();
const verdicts: Verdict[] = [];

// As texts, because they run in the browser.
const ON_LOAD = `
localStorage.setItem('vigil.token', ${JSON.stringify(JSON.stringify(token))});
localStorage.setItem('lang', JSON.stringify('en'));`;
const WATCH_FRAMES = `{
  globalThis.deltas = [];
  let last = performance.now();
  const next = (now) => { if (!deltas) return; deltas.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
}`;
/** Ends it: what it gathers would count as memory of the page. */
const TAKE_DELTAS = `{ const taken = deltas.slice(2); deltas = null; taken; }`;
/** Notes when each new frame of a tile was painted. */
const WATCH_IMAGES = `{
  globalThis.shown = [];
  globalThis.images = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const name = target.alt;
      target.decode().then(() => requestAnimationFrame(() => shown.push([name, Date.now()])), () => {});
    }
  });
  images.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['src'] });
}`;
const TAKE_SHOWN = `images.disconnect(); shown.splice(0)`;
/** Draws frames at the pace of the wall: as many images, each with another blob a second. */
const bareWall = (frames: readonly Buffer[], tiles: number, width: number) => `{
  document.body.innerHTML = '';
  document.body.style.cssText = 'margin:0;background:#111;display:flex;flex-wrap:wrap;gap:8px';
  const blobs = ${JSON.stringify(frames.map((bytes) => bytes.toString('base64')))}
    .map((text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  for (let i = 0; i < ${tiles}; i += 1) {
    const image = document.body.appendChild(new Image(${width}, ${width} / 1.6));
    let n = i;
    const draw = () => {
      const before = image.src;
      n += 1;
      image.src = URL.createObjectURL(new Blob([blobs[n % ${SCENES}]], { type: 'image/jpeg' }));
      if (before) setTimeout(() => URL.revokeObjectURL(before), 1000);
    };
    if (i < ${tiles * CHANGING}) setTimeout(() => setInterval(draw, ${FRAME_MS}), (i * 37) % ${FRAME_MS});
    draw();
  }
}`;

async function openPage() {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-US', colorScheme: 'dark' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  return { page, session };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

const FIELDS_BEFORE_TIMES = 11;
/** Seconds of a core that a process has used. */
async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[FIELDS_BEFORE_TIMES]) + Number(fields[FIELDS_BEFORE_TIMES + 1])) / 100;
}

/** Seconds of a core that all processes of the browser have used. */
async function browserSeconds(): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/**
 * How the page draws for some seconds: the time between its frames, how busy its main thread is, and the processor time
 * of the browser for a tile.
 */
async function drawing(page: Page, session: CDPSession) {
  await page.evaluate(WATCH_FRAMES);
  const [before, browserBefore, since] = [await taskSeconds(session), await browserSeconds(), performance.now()];
  await delay(SECONDS * 1_000);
  const [busy, used] = [(await taskSeconds(session)) - before, (await browserSeconds()) - browserBefore];
  const deltas = z.array(z.number()).parse(await page.evaluate(TAKE_DELTAS));
  return {
    p95: percentile(deltas, 0.95),
    perSecond: deltas.length / SECONDS,
    busy: (busy * 100_000) / (performance.now() - since),
    browserMsOfTile: (used * 1_000) / SECONDS / tiles,
  };
}

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / MB;
}

/** The wall with its frames, whose page stays. */
async function openWall() {
  const opened = await openPage();
  await opened.page.addInitScript(ON_LOAD);
  await opened.page.goto(`${stack.url}/en/wall/all`);
  const images = opened.page.getByRole('img', { name: /^Screen of/u });
  await images.first().waitFor({ timeout: 60_000 });
  await opened.page.keyboard.press(' ');
  await delay(5_000);
  return {
    ...opened,
    tiles: await images.count(),
    width: await images.first().evaluate((image) => image.clientWidth),
  };
}

/** Watches as many devices as a wall, by a socket without a page. */
async function watchFrames(width: number, tiles: number): Promise<Disposable> {
  const socket = io(`${stack.url}/console`, { transports: ['websocket'], auth: { token }, forceNew: true });
  const devices = agents.slice(0, tiles).map(({ pk }) => pk);
  await socket.emitWithAck('watch_fleet', { group_pk: 'all', usage: true });
  await socket.emitWithAck('watch_thumbnails', { devices, width, interval_ms: FRAME_MS });
  return { [Symbol.dispose]: () => void socket.close() };
}

const { tiles, width, page: first } = await openWall();
await first.context().close();
const watching = await watchFrames(width, tiles);
const bare = await openPage();
await bare.page.evaluate(bareWall(await scenesOf(width), tiles, width));
await delay(3_000);
const plain = await drawing(bare.page, bare.session);
await bare.page.context().close();
watching[Symbol.dispose]();

const began = Date.now();
const wall = await openWall();
const vigil = await drawing(wall.page, wall.session);

const COUNTED_S = 10;
let received = 0;
wall.session.on('Network.webSocketFrameReceived', ({ response: { opcode, payloadData } }) => {
  received += opcode === 2 ? (payloadData.length * 3) / 4 : payloadData.length;
});
// Only now, because the browser copies each message for it.
await wall.session.send('Network.enable');
const [processorBefore, sentBefore] = [await processorSeconds(gateway?.pid ?? 0), sent];
received = 0;
await delay(COUNTED_S * 1_000);
const perTile = (value: number) => value / tiles / COUNTED_S;
const [bytes, processor, sentFrames] = [
  perTile(received),
  perTile((await processorSeconds(gateway?.pid ?? 0)) - processorBefore),
  perTile(sent - sentBefore),
];
await wall.session.send('Network.disable');

await wall.page.evaluate(WATCH_IMAGES);
const times = new Map<string, number[]>();
const follow = setInterval(() => {
  for (const [alias, at] of sentAt) {
    const known = times.get(alias) ?? [];
    if (known.at(-1) !== at) times.set(alias, [...known, at]);
  }
}, 20);
await delay(10_000);
clearInterval(follow);
const shown = z.array(z.tuple([z.string(), z.number()])).parse(await wall.page.evaluate(TAKE_SHOWN));
const delays = shown.flatMap(([name, at]) => {
  const from = times.get(name.replace('Screen of ', ''))?.findLast((time) => time <= at);
  return from === undefined ? [] : [at - from];
});

const untilMinute = (minute: number) => delay(Math.max(0, began + minute * 60_000 - Date.now()));
await untilMinute(FIRST_MINUTE);
const early = await heapMb(wall.session);
await untilMinute(LAST_MINUTE);
const late = await heapMb(wall.session);

const of = `${DEVICES} devices, ${tiles} in sight, ${CHANGING * 100} % change`;
verdicts.push(
  {
    figure: `${of}: time between frames, p95`,
    vigil: `${round(vigil.p95, 1)} ms (${round(vigil.perSecond, 0)} a second)`,
    bare: `${round(plain.p95, 1)} ms (${round(plain.perSecond, 0)} a second)`,
    ratio: round(vigil.p95 / plain.p95),
    wanted: `≤ ${SMOOTH_MS} ms, or as a bare page`,
    met: vigil.p95 <= Math.max(SMOOTH_MS + 0.1, plain.p95 * 1.1),
  },
  {
    figure: 'main thread busy',
    vigil: `${round(vigil.busy, 0)} %`,
    bare: `${round(plain.busy, 0)} %`,
    ratio: round(vigil.busy / plain.busy),
    wanted: '< 50 %',
    met: vigil.busy < 50,
  },
  {
    figure: 'a tile and second: bytes to the browser, processor of the gateway',
    vigil: `${round(bytes, 0)} B, ${round(processor * 1_000, 2)} ms, ${round(sentFrames, 2)} frames`,
    wanted: '–',
    met: true,
  },
  {
    figure: 'a tile and second: processor of the browser',
    vigil: `${round(vigil.browserMsOfTile, 2)} ms`,
    bare: `${round(plain.browserMsOfTile, 2)} ms`,
    ratio: round(vigil.browserMsOfTile / plain.browserMsOfTile),
    wanted: '–',
    met: true,
  },
  {
    figure: `captured → seen, p50 / p99 (${delays.length} frames)`,
    vigil: `${percentile(delays, 0.5)} / ${percentile(delays, 0.99)} ms`,
    wanted: '–',
    met: delays.length > 0,
  },
  {
    figure: `heap after ${FIRST_MINUTE} and ${LAST_MINUTE} minutes`,
    vigil: `${round(early, 1)} → ${round(late, 1)} MB`,
    ratio: round(late / early),
    wanted: '≤ 1.1',
    met: late <= early * 1.1,
  },
);
report(verdicts);
