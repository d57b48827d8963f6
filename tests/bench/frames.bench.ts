import { consoleSvg } from '@vigil/agent/console-image';
import { loadSharp } from '@vigil/agent/encode';
import type { Browser, CDPSession } from 'playwright';
import * as z from 'zod';
import { launchBrowser } from '../support/browser.ts';
import { round } from './support/report.ts';

// What the formats of frames cost: bytes, processor time of the agent for compressing and of the browser for decoding,
// and how far the result is from the screen. Processor time, not elapsed time: other processes of the machine do not
// count.
const ROUNDS = Number(process.env['ROUNDS'] ?? 10);
const DECODES = Number(process.env['DECODES'] ?? 50);
const WIDTHS = [224, 320, 640] as const;
const SCREEN = { width: 1_920, height: 1_080 };
/** Of a device whose configuration sets none. */
const QUALITY = 60;

interface Raw {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

const sharp = await loadSharp();
type Sharp = ReturnType<typeof sharp>;
sharp.concurrency(1);
sharp.cache(false);

const encodings: { readonly [name: string]: (image: Sharp) => Sharp } = {
  [`jpg ${QUALITY}`]: (image) => image.jpeg({ quality: QUALITY }),
  [`jpg ${QUALITY} mozjpeg`]: (image) => image.jpeg({ quality: QUALITY, mozjpeg: true }),
  ...Object.fromEntries([0, 1, 2, 3, 4].map((effort) => [`webp ${QUALITY}, effort ${effort}`, webp(QUALITY, effort)])),
  // A picture of the same fidelity needs a lower quality in WebP.
  'webp 40, effort 0': webp(40, 0),
  'webp 40, effort 2': webp(40, 2),
  'webp 50, effort 0': webp(50, 0),
  'webp 50, effort 2': webp(50, 2),
  'avif 45, effort 0': (image) => image.avif({ quality: 45, effort: 0 }),
};

function webp(quality: number, effort: number) {
  return (image: Sharp): Sharp => image.webp({ quality, effort });
}

const lineOf = (row: number) =>
  Array.from(
    { length: 14 },
    (_, i) => ['const', 'frame', '=>', 'await', '{ width }', 'return', 'error:', '0x4f'][(row * 7 + i * 5) % 8],
  ).join(' ');
const text = Array.from({ length: 70 }, (_, row) => `${String(row).padStart(3)}  ${lineOf(row)}`).join('\n');

/** As a user's screens look; the photo is made of noise at many scales, lit from the side, as stone and clouds are. */
const pages = {
  text: `<body style="margin:0;background:#fff;font:15px/15.4px monospace"><pre style="margin:0">${text}</pre>`,
  desktop: `<body style="margin:0;height:100vh;background:linear-gradient(120deg,#1e3a8a,#0f766e);font:14px sans-serif">
    <div style="position:absolute;left:120px;top:80px;width:1000px;height:760px;background:#f8fafc;box-shadow:0 8px 40px #0008">
      <div style="background:#334155;color:#fff;padding:10px">Orders - Editor</div><pre style="padding:0 16px">${text.slice(0, 3_400)}</pre></div>
    <div style="position:absolute;left:1180px;top:180px;width:620px;height:420px;background:#fff">
      <table style="width:100%">${`<tr><td>Invoice</td><td>2026-11-21</td><td style="text-align:right">1,204.50</td></tr>`.repeat(17)}</table></div>
    <div style="position:absolute;bottom:0;width:100%;height:44px;background:#0f172a;color:#fff;text-align:right">09:41</div>`,
  photo: `<body style="margin:0"><svg width="1920" height="1080"><filter id="f" x="0" y="0" width="1" height="1">
    <feTurbulence type="fractalNoise" baseFrequency=".004" numOctaves="7" seed="4" result="n"/>
    <feDiffuseLighting in="n" surfaceScale="60" lighting-color="#e8c8a0" result="l"><feDistantLight azimuth="50" elevation="50"/></feDiffuseLighting>
    <feComponentTransfer in="n" result="c"><feFuncA type="linear" slope="0" intercept="1"/></feComponentTransfer>
    <feBlend in="l" in2="c" mode="multiply"/></filter><rect width="100%" height="100%" filter="url(#f)"/></svg>`,
};

const host = {
  name: 'web-01',
  systemInfo: {
    user_os_str: 'Debian GNU/Linux 13',
    processor: 'AMD EPYC 7B13',
    s_pri_ip: '10.0.3.17',
    running_time: 912_345,
    system_time: '2026-11-21T09:41:00Z',
  },
  usage: { cpu_usage: 37.5, memory_usage: 61.25, hdd_usage: 92.1, cpu_temp: 54, fan_speed: 1_200 },
} as Parameters<typeof consoleSvg>[0];

async function rawOf(image: Sharp): Promise<Raw> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

const ofRaw = ({ pixels, width, height }: Raw) => sharp(pixels, { raw: { width, height, channels: 3 } });

/** The screens of this kind at each width, as an agent scales them. */
async function screensOf(browser: Browser): Promise<Map<string, ReadonlyMap<number, Raw>>> {
  const page = await browser.newPage({ viewport: SCREEN });
  const screens = new Map<string, ReadonlyMap<number, Raw>>();
  const scaled = async (source: () => Sharp) =>
    new Map(await Promise.all(WIDTHS.map(async (width) => [width, await rawOf(source().resize({ width }))] as const)));
  for (const [name, html] of Object.entries(pages)) {
    await page.setContent(html);
    const shot = await page.screenshot();
    screens.set(name, await scaled(() => sharp(shot)));
  }
  screens.set('console', await scaled(() => sharp(Buffer.from(consoleSvg(host)))));
  await page.close();
  return screens;
}

/** Peak signal-to-noise ratio in decibels: what is over 35 is hardly told from the original. */
async function psnr(original: Raw, encoded: Buffer): Promise<number> {
  const { pixels } = await rawOf(sharp(encoded));
  let sum = 0;
  for (const [at, value] of pixels.entries()) sum += (value - original.pixels[at]!) ** 2;
  return 10 * Math.log10((255 * 255 * pixels.length) / sum);
}

async function encode(raw: Raw, encoding: (image: Sharp) => Sharp) {
  const run = () => encoding(ofRaw(raw)).toBuffer();
  const bytes = await run();
  const before = process.cpuUsage();
  for (let i = 0; i < ROUNDS; i += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return { bytes, cpuMs: (user + system) / 1_000 / ROUNDS };
}

const Processes = z.object({ processInfo: z.array(z.object({ type: z.string(), cpuTime: z.number() })) });
/** Seconds that all renderers of the browser have computed; only one has something to do. */
async function rendererSeconds(session: CDPSession): Promise<number> {
  const { processInfo } = Processes.parse(await session.send('SystemInfo.getProcessInfo'));
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

await using browser = await launchBrowser();
const screens = await screensOf(browser);
const page = await browser.newPage();
const session = await browser.newBrowserCDPSession();

// As a text, because it runs in the browser.
const decodeScript = (bytes: Buffer, type: string) => `(async () => {
  const blob = new Blob([Uint8Array.from(atob(${JSON.stringify(bytes.toString('base64'))}), (letter) => letter.charCodeAt(0))], { type: ${JSON.stringify(type)} });
  for (let i = 0; i < ${DECODES}; i += 1) (await createImageBitmap(blob)).close();
})()`;

async function decodeMs(name: string, bytes: Buffer): Promise<number> {
  const format = name.split(' ')[0] ?? '';
  const script = decodeScript(bytes, `image/${format === 'jpg' ? 'jpeg' : format}`);
  await page.evaluate(script);
  const before = await rendererSeconds(session);
  await page.evaluate(script);
  return ((await rendererSeconds(session)) - before) * (1_000 / DECODES);
}

for (const [screen, byWidth] of screens) {
  for (const [width, raw] of byWidth) {
    const rows = [];
    let first: { bytes: number; cpuMs: number } | undefined;
    for (const [format, encoding] of Object.entries(encodings)) {
      const { bytes, cpuMs } = await encode(raw, encoding);
      first ??= { bytes: bytes.length, cpuMs };
      rows.push({
        screen,
        width,
        format,
        bytes: bytes.length,
        'encode ms': round(cpuMs),
        'decode ms': round(await decodeMs(format, bytes)),
        'bytes × cpu': round((bytes.length * cpuMs) / (first.bytes * first.cpuMs)),
        psnr: round(await psnr(raw, bytes), 1),
      });
    }
    console.table(rows);
  }
}
