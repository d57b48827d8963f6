import type { ScreenRegion } from '@vigil/shared/contract/app-config-rules';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import x11, { type XDisplay } from 'x11';
import { eventually } from '../../testing/eventually.ts';
import { FakeHost } from '../../testing/fake-host.ts';
import { startXvfb } from '../../testing/xvfb.ts';
import { consoleSvg, type ConsoleContent } from './console-image.ts';
import { imageToScreen, svgToScreen } from './encode.ts';
import { maskRegions } from './mask-regions.ts';
import { pixelTextSvg } from './pixel-font.ts';
import { createScreenCapture, screenSources } from './screen.ts';

const host = new FakeHost();
const content: ConsoleContent = { name: 'web-01', systemInfo: host.systemInfo(), usage: host.usage() };

/** Red, green and blue of one pixel of a compressed image. */
async function pixelOf(bytes: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
}

test('an image is scaled down to the requested width and never up', async () => {
  const image = { width: 300, height: 150, channels: 3, pixels: new Uint8Array(300 * 150 * 3).fill(200) } as const;
  const screen = await imageToScreen(image, 640);
  const small = await screen.encode({ width: 100, quality: 80, format: 'jpg' });
  expect(small).toMatchObject({ width: 100, height: 50, ext: 'jpg' });
  const { bytes, ...largest } = await screen.encode({ width: 640, quality: 80, format: 'jpg' });
  expect(largest).toEqual({ width: 300, height: 150, ext: 'jpg' });
  expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  const webp = await (await imageToScreen(image, 200)).encode({ width: 200, quality: 80, format: 'webp' });
  expect(webp).toMatchObject({ width: 200, height: 100, ext: 'webp' });
  expect(await sharp(webp.bytes).metadata()).toMatchObject({ format: 'webp', width: 200, height: 100 });
});

test('regions are filled up to the pixels that they touch, within the screen', () => {
  const image = { width: 10, height: 4, channels: 3, pixels: new Uint8Array(10 * 4 * 3) } as const;
  maskRegions(image, [
    { x: 15, y: 30, width: 10, height: 10 },
    { x: 95, y: 50, width: 100, height: 100 },
  ]);
  const rows = Array.from({ length: 4 }, (_, y) =>
    Array.from({ length: 10 }, (__, x) => (image.pixels[(y * 10 + x) * 3] === 0 ? '.' : '#')).join(''),
  );
  expect(rows).toEqual(['..........', '.##.......', '.........#', '.........#']);
});

test('a device without a display shows a text console, drawn without fonts', async () => {
  const screen = createScreenCapture(() => Promise.resolve(content), { platform: 'linux' });
  const frame = await (await screen(320, [])).encode({ width: 320, quality: 80, format: 'jpg' });
  expect(frame).toMatchObject({ width: 320, height: 180 });
  const svg = consoleSvg(content);
  expect(svg).toContain(pixelTextSvg('web-01 - no display', { x: 16, y: 16, scale: 2, fill: '#7dd3fc' }));
  expect(svg).not.toContain('<text');
  const { channels } = await sharp(frame.bytes).stats();
  expect(Math.max(...channels.map(({ max }) => max))).toBeGreaterThan(150);
});

test('letters are drawn at their position', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="10">${pixelTextSvg('L', { x: 0, y: 0, scale: 1, fill: '#fff' })}</svg>`;
  const { bytes } = await (await svgToScreen(svg, 80)).encode({ width: 80, quality: 100, format: 'jpg' });
  expect((await pixelOf(bytes, 5, 35))[0]).toBeGreaterThan(200);
  expect((await pixelOf(bytes, 35, 35))[0]).toBeLessThan(50);
  expect((await pixelOf(bytes, 35, 65))[0]).toBeGreaterThan(200);
});

test('an unreachable display counts as no display', async () => {
  const screen = createScreenCapture(() => Promise.resolve(content), { platform: 'linux', display: ':987' });
  const frame = await (await screen(160, [])).encode({ width: 160, quality: 60, format: 'jpg' });
  expect(frame).toMatchObject({ width: 160, height: 90 });
});

test('each operating system has its sources for the screen', () => {
  expect(screenSources({ platform: 'linux' })).toHaveLength(0);
  expect(screenSources({ platform: 'linux', display: ':0' })).toHaveLength(1);
  expect(screenSources({ platform: 'linux', display: ':0', waylandDisplay: 'wayland-0' })).toHaveLength(2);
  expect(screenSources({ platform: 'win32' })).toHaveLength(1);
  expect(screenSources({ platform: 'darwin' })).toHaveLength(1);
});

test('under X11 the frame shows the screen with its windows', async () => {
  await using server = await startXvfb();
  const display = await openDisplay(server.name);
  const screen = createScreenCapture(() => Promise.resolve(content), {
    platform: 'linux',
    display: server.name,
  });
  const take = async (regions: ScreenRegion[] = []) =>
    (await screen(640, regions)).encode({ width: 640, quality: 95, format: 'jpg' });
  expect(await take()).toMatchObject({ width: 640, height: 360 });

  drawOrangeWindow(display, { x: 200, y: 100, width: 400, height: 300 });
  const isOrange = ([red = 0, green = 0, blue = 255]: number[]) => red > 200 && green > 80 && green < 160 && blue < 60;
  const frame = await eventually(async () => {
    const { bytes: taken } = await take();
    return isOrange(await pixelOf(taken, 200, 125)) ? taken : null;
  });
  expect(isOrange(await pixelOf(frame, 50, 20))).toBe(false);
  expect(isOrange(await pixelOf(frame, 104, 54))).toBe(true);
  expect(isOrange(await pixelOf(frame, 310, 220))).toBe(false);

  // The window is at 200–600 of 1,280 and 100–400 of 720 pixels; its left half is hidden.
  const { bytes: hidden } = await take([{ x: 0, y: 0, width: 31.25, height: 100 }]);
  const isGrey = (pixel: number[]) => pixel.every((level) => Math.abs(level - 128) < 6);
  for (const [x, y] of [
    [0, 0],
    [104, 54],
    [196, 125],
    [150, 359],
  ] as const)
    expect([x, y, isGrey(await pixelOf(hidden, x, y))]).toEqual([x, y, true]);
  expect(isOrange(await pixelOf(hidden, 206, 125))).toBe(true);
  display.client.terminate();
}, 30_000);

const openDisplay = (name: string): Promise<XDisplay> =>
  new Promise((resolve, reject) => {
    x11.createClient({ display: name }, (error, display) => (error ? reject(error) : resolve(display)));
  });

function drawOrangeWindow(
  { client, screen }: XDisplay,
  at: { x: number; y: number; width: number; height: number },
): void {
  const id = client.AllocID();
  const root = screen[0]?.root ?? 0;
  client.CreateWindow(id, root, at.x, at.y, at.width, at.height, 0, 0, 0, 0, { backgroundPixel: 0xff7800 });
  client.MapWindow(id);
}
