import type { DevicePk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { createFrames } from './frames.ts';

const pk = 7 as DevicePk;
const request = { width: 640, intervalMs: 1_000 };

type Requests = readonly { devices: DevicePk[]; width: number; interval_ms: number }[];

function setUp() {
  const announced: Requests[] = [];
  const waiting: (() => void)[] = [];
  const watch = ({ requests }: { requests: Requests }) => {
    announced.push(requests);
    for (const resolve of waiting.splice(0)) resolve();
  };
  let time = 1_000;
  const pass = (ms: number) => (time += ms);
  const frames = createFrames({ watch, now: () => time });
  const announcement = () => new Promise<void>((resolve) => waiting.push(resolve));
  const receive = () => frames.receive({ device_pk: pk, at: 500, ext: 'jpg' } as never, new Uint8Array([1]));
  return { frames, announced, announcement, receive, pass };
}

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
  expect(first).toMatchObject({ at: 1_000, gapMs: 0 });
  let told = 0;
  frames.subscribe(pk, () => (told += 1));
  pass(2_500);
  frames.confirm({ device_pk: pk });
  expect(frames.frame(pk)).toEqual({ url: first?.url, at: 3_500, gapMs: 2_500 });
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

test('a frame is stale after three intervals of its request, or three of those in which it came', () => {
  const { frames, receive, pass } = setUp();
  expect(frames.isStale(pk)).toBe(false);
  const release = frames.request(pk, request);
  receive();
  pass(3_000);
  expect(frames.isStale(pk)).toBe(false);
  pass(1);
  expect(frames.isStale(pk)).toBe(true);
  frames.confirm({ device_pk: pk });
  pass(9_000);
  expect(frames.isStale(pk)).toBe(false);
  pass(4);
  expect(frames.isStale(pk)).toBe(true);
  release();
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
