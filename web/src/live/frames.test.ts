import type { DevicePk } from '@vigil/shared/contract/ids';
import { afterEach, expect, test, vi } from 'vitest';
import { createLiveFrames } from './frames.ts';

const pk = 7 as DevicePk;
const request = { width: 640, intervalMs: 1_000 };

type Requests = readonly { devices: DevicePk[]; width: number; interval_ms: number }[];

function setUp() {
  const announced: Requests[] = [];
  const waiting: (() => void)[] = [];
  const server = { isConnected: true, isFailing: false, refused: [] as DevicePk[] };
  const watch = async ({ requests }: { requests: Requests }) => {
    announced.push(requests);
    for (const resolve of waiting.splice(0)) resolve();
    if (server.isFailing) throw new Error('unavailable');
    return { refused: server.refused };
  };
  let time = 1_000;
  const pass = (ms: number) => (time += ms);
  const frames = createLiveFrames({ watch, isConnected: () => server.isConnected, now: () => time });
  const announcement = () => new Promise<void>((resolve) => waiting.push(resolve));
  const receive = () => frames.receive({ device_pk: pk, ext: 'jpg' }, new Uint8Array([1]));
  const readStored = (ageMs: number, read = async () => {}) =>
    frames.readStored(pk, async () => {
      await read();
      return { bytes: new Blob(['stored']), ageMs };
    });
  return { frames, announced, announcement, receive, pass, server, readStored };
}

afterEach(() => {
  vi.useRealTimers();
});

test('a request that replaces another one shows its frame at once, with its age', async () => {
  const { frames, announced, announcement, receive } = setUp();
  const release = frames.request(pk, request);
  receive();
  release();
  frames.request(pk, { ...request, intervalMs: 5_000 });
  expect(frames.frame(pk)).toMatchObject({ at: 1_000 });
  await announcement();
  expect(announced.at(-1)).toEqual([{ devices: [pk], width: 640, interval_ms: 5_000 }]);
  expect(frames.frame(pk)).toMatchObject({ at: 1_000 });
  frames.dispose();
});

test('a frame that is confirmed stays, and is as old as its confirmation', () => {
  const { frames, receive, pass } = setUp();
  frames.confirm({ device_pk: pk });
  expect(frames.frame(pk)).toBeUndefined();
  frames.request(pk, request);
  receive();
  const first = frames.frame(pk);
  expect(first).toMatchObject({ at: 1_000 });
  let told = 0;
  frames.subscribe(pk, () => (told += 1));
  pass(2_500);
  frames.confirm({ device_pk: pk });
  expect(frames.frame(pk)).toEqual({ url: first?.url, at: 3_500, everyMs: 0 });
  expect(frames.ageMs(pk)).toBe(0);
  expect(told).toBe(1);
  frames.dispose();
});

test('a large frame of one device leaves what is asked of the others', async () => {
  const { frames, announced, announcement } = setUp();
  const tile = { width: 320, intervalMs: 2_000 };
  const others = [8, 9] as DevicePk[];
  for (const each of [pk, ...others]) frames.request(each, tile);
  const close = frames.request(pk, request);
  await announcement();
  expect(announced.at(-1)).toEqual([
    { devices: [pk], width: 640, interval_ms: 1_000 },
    { devices: others, width: 320, interval_ms: 2_000 },
  ]);
  close();
  await announcement();
  expect(announced.at(-1)).toEqual([{ devices: [pk, ...others], width: 320, interval_ms: 2_000 }]);
  frames.dispose();
});

test('the frame of a device that is not requested any more is dropped', async () => {
  const { frames, announced, announcement, receive } = setUp();
  const release = frames.request(pk, request);
  receive();
  release();
  await announcement();
  expect(announced.at(-1)).toEqual([]);
  expect(frames.frame(pk)).toBeUndefined();
  frames.dispose();
});

test('a frame is stale after three intervals of its request, or three of those that the server tells', () => {
  const { frames, receive, pass } = setUp();
  expect(frames.isStale(pk)).toBe(false);
  frames.request(pk, request);
  receive();
  pass(3_000);
  expect(frames.isStale(pk)).toBe(false);
  pass(1);
  expect(frames.isStale(pk)).toBe(true);
  frames.confirm({ device_pk: pk, every_ms: 4_000 });
  pass(12_000);
  expect(frames.isStale(pk)).toBe(false);
  pass(1);
  expect(frames.isStale(pk)).toBe(true);
  frames.confirm({ device_pk: pk });
  pass(3_001);
  expect(frames.isStale(pk)).toBe(true);
  frames.dispose();
});

test('a frame that was stale when its request ended stays stale until a new one comes', async () => {
  const { frames, receive, pass, announcement, readStored } = setUp();
  const release = frames.request(pk, request);
  receive();
  pass(3_001);
  release();
  await announcement();
  expect([frames.frame(pk), frames.isStale(pk)]).toEqual([undefined, true]);
  frames.request(pk, request);
  await readStored(3_001);
  expect(frames.isStale(pk)).toBe(true);
  receive();
  expect(frames.isStale(pk)).toBe(false);
  frames.dispose();
});

test('a device that sends nothing is stale after three intervals in which it was asked, also on pages that turn sooner', async () => {
  const { frames, pass, announcement, readStored } = setUp();
  for (const isStale of [false, false, true]) {
    const release = frames.request(pk, request);
    await readStored(3_600_000);
    pass(1_001);
    expect(frames.isStale(pk)).toBe(isStale);
    release();
    await announcement();
    pass(60_000);
  }
  frames.dispose();
});

test('after a reconnection no frame is stale for three intervals', async () => {
  const { frames, receive, pass, announcement } = setUp();
  const other = 8 as DevicePk;
  const release = frames.request(pk, request);
  frames.request(other, request);
  receive();
  frames.receive({ device_pk: other, ext: 'jpg' }, new Uint8Array([1]));
  pass(60_000);
  release();
  await announcement();
  expect([frames.isStale(pk), frames.isStale(other)]).toEqual([true, true]);
  frames.renew();
  expect([frames.isStale(pk), frames.isStale(other)]).toEqual([false, false]);
  pass(3_001);
  expect([frames.isStale(pk), frames.isStale(other)]).toEqual([false, true]);
  frames.dispose();
});

test('without a connection frames stay, also those of pages that are not shown', async () => {
  const { frames, receive, announcement, server } = setUp();
  const release = frames.request(pk, request);
  receive();
  server.isConnected = false;
  release();
  await announcement();
  expect(frames.frame(pk)).toBeDefined();
  server.isConnected = true;
  frames.renew();
  expect(frames.frame(pk)).toBeUndefined();
  frames.dispose();
});

test('a stored frame has the age that the server tells, and is stale once live frames could have come', async () => {
  const { frames, pass, readStored } = setUp();
  frames.request(pk, request);
  await readStored(86_400_000);
  expect(frames.ageMs(pk)).toBe(86_400_000);
  expect(frames.isStale(pk)).toBe(false);
  pass(3_001);
  expect(frames.isStale(pk)).toBe(true);
  frames.dispose();
});

test('a stored frame replaces an older one only', async () => {
  const { frames, receive, pass, readStored } = setUp();
  frames.request(pk, request);
  receive();
  const live = frames.frame(pk);
  pass(500);
  await readStored(500);
  expect(frames.frame(pk)).toBe(live);
  pass(60_000);
  await readStored(40_000);
  expect(frames.ageMs(pk)).toBe(40_000);
  frames.dispose();
});

test('a stored frame whose bytes take long does not replace what came meanwhile', async () => {
  const { frames, receive, pass, readStored } = setUp();
  frames.request(pk, request);
  await readStored(200, async () => {
    pass(700);
    receive();
    pass(1_300);
  });
  expect(frames.ageMs(pk)).toBe(1_300);
  frames.dispose();
});

test('a frame that the server has deleted is removed, unless the device still sends it', () => {
  vi.useFakeTimers();
  const { frames, receive, pass } = setUp();
  frames.request(pk, request);
  receive();
  frames.removeStored(pk);
  pass(1_000);
  frames.confirm({ device_pk: pk });
  vi.advanceTimersByTime(3_000);
  expect(frames.frame(pk)).toBeDefined();
  frames.removeStored(pk);
  vi.advanceTimersByTime(2_999);
  expect(frames.frame(pk)).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(frames.frame(pk)).toBeUndefined();
  frames.dispose();
});

test('a stored frame that the server does not have any more is removed at once, and its device is not stale', async () => {
  const { frames, pass, readStored } = setUp();
  const release = frames.request(pk, request);
  await readStored(3_600_000);
  pass(3_001);
  release();
  frames.request(pk, request);
  expect(frames.isStale(pk)).toBe(true);
  await frames.readStored(pk, async () => null);
  expect([frames.frame(pk), frames.isStale(pk)]).toEqual([undefined, false]);
  frames.dispose();
});

test('when a frame is confirmed that is not there, it is asked for anew', async () => {
  const { frames, announced, announcement } = setUp();
  frames.request(pk, request);
  frames.request(8 as DevicePk, request);
  await announcement();
  const asked = announced.at(-1);
  frames.confirm({ device_pk: pk });
  await announcement();
  expect(announced.at(-1)).toEqual([{ devices: [8], width: 640, interval_ms: 1_000 }]);
  await announcement();
  expect(announced.at(-1)).toEqual(asked);
  frames.dispose();
});

test('a request that is paused asks for nothing, and keeps the stored frame', async () => {
  const { frames, announced, announcement, pass, readStored } = setUp();
  frames.request(pk, { ...request, isPaused: true });
  await readStored(3_600_000);
  await announcement();
  pass(3_600_000);
  expect(announced.at(-1)).toEqual([]);
  expect([frames.ageMs(pk), frames.isStale(pk)]).toEqual([7_200_000, false]);
  frames.dispose();
});

test('what is asked is within the limits of the server', async () => {
  const { frames, announced, announcement } = setUp();
  frames.request(pk, { width: 64.4, intervalMs: 3_600_000 });
  frames.request(8 as DevicePk, { width: 2_000, intervalMs: 100 });
  await announcement();
  expect(announced.at(-1)).toEqual([
    { devices: [pk], width: 80, interval_ms: 60_000 },
    { devices: [8], width: 640, interval_ms: 200 },
  ]);
  frames.dispose();
});

test.each([
  ['the server did not accept', (server: ReturnType<typeof setUp>['server']) => (server.isFailing = true)],
  ['name devices that it does not show', (server: ReturnType<typeof setUp>['server']) => server.refused.push(pk)],
])('requests that %s are sent again', async (_, fail) => {
  vi.useFakeTimers();
  const { frames, announced, server } = setUp();
  frames.request(pk, request);
  fail(server);
  await vi.advanceTimersByTimeAsync(120);
  Object.assign(server, { isFailing: false, refused: [] });
  expect(announced).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(announced).toHaveLength(2);
  expect(announced[1]).toEqual(announced[0]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(announced).toHaveLength(2);
  frames.dispose();
});

test('a page that is not seen for a while asks for nothing, and again when it is seen', async () => {
  vi.useFakeTimers();
  const { frames, announced, receive, pass } = setUp();
  frames.request(pk, request);
  receive();
  frames.setVisible(false);
  await vi.advanceTimersByTimeAsync(9_000);
  frames.setVisible(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(announced).toHaveLength(1);
  frames.setVisible(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(announced.at(-1)).toEqual([]);
  pass(3_600_000);
  frames.setVisible(true);
  expect(announced.at(-1)).toEqual([{ devices: [pk], width: 640, interval_ms: 1_000 }]);
  expect(frames.isStale(pk)).toBe(false);
  frames.dispose();
});

test('urgent devices are asked for apart from others of the same size and interval', async () => {
  const { frames, announced, announcement } = setUp();
  const other = 8 as DevicePk;
  frames.request(pk, { ...request, isUrgent: true });
  frames.request(other, request);
  await announcement();
  expect(announced.at(-1)).toEqual([
    { devices: [pk], width: 640, interval_ms: 1_000, urgent: true },
    { devices: [other], width: 640, interval_ms: 1_000 },
  ]);
  frames.dispose();
});
