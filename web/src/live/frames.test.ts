import type { DevicePk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { createFrames } from './frames.ts';

const pk = 7 as DevicePk;
const request = { width: 640, intervalMs: 1_000 };

function setUp() {
  const announced: DevicePk[][] = [];
  const waiting: (() => void)[] = [];
  const watch = ({ devices }: { devices: DevicePk[] }) => {
    announced.push(devices);
    for (const resolve of waiting.splice(0)) resolve();
  };
  const frames = createFrames({ watch, now: () => 1_000 });
  const announcement = () => new Promise<void>((resolve) => waiting.push(resolve));
  const receive = () => frames.receive({ device_pk: pk, at: 500, ext: 'jpg' } as never, new Uint8Array([1]));
  return { frames, announced, announcement, receive };
}

test('a request that replaces another one shows its frame at once, with its age', async () => {
  const { frames, announced, announcement, receive } = setUp();
  const release = frames.request(pk, request);
  receive();
  release();
  frames.request(pk, { ...request, intervalMs: 5_000 });
  expect(frames.frame(pk)).toMatchObject({ at: 500 });
  await announcement();
  expect(announced.at(-1)).toEqual([pk]);
  expect(frames.frame(pk)).toMatchObject({ at: 500 });
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
